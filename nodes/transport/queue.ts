/** Where a value stands in a queue. */
export interface Entry<T> {
	readonly value: T;
	/** Undefined once it has left. */
	queue?: Queue<T>;
	before?: Entry<T>;
	after?: Entry<T>;
}

/** First in, first out, with a way out of the middle. Linked: each step costs the same at any length. */
export class Queue<T> {
	size = 0;

	private head?: Entry<T>;

	private tail?: Entry<T>;

	/** The value that waits longest. */
	get first(): T | undefined {
		return this.head?.value;
	}

	add(value: T): Entry<T> {
		const entry: Entry<T> = { value, queue: this, before: this.tail };
		if (this.tail) this.tail.after = entry;
		else this.head = entry;
		this.tail = entry;
		this.size++;
		return entry;
	}

	/** Takes the value out that waits longest. */
	take(): T | undefined {
		if (!this.head) return undefined;
		const { value } = this.head;
		remove(this.head);
		return value;
	}

	/** Joins the neighbours of an entry that leaves. */
	unlink({ before, after }: Entry<T>): void {
		if (before) before.after = after;
		else this.head = after;
		if (after) after.before = before;
		else this.tail = before;
		this.size--;
	}
}

/** Takes an entry out of the queue it stands in, if it still does. */
export function remove<T>(entry: Entry<T>): void {
	entry.queue?.unlink(entry);
	entry.queue = undefined;
	entry.before = undefined;
	entry.after = undefined;
}

/** A queue in which those who come again go before those who come for the first time. */
export class Line<T> {
	private readonly again = new Queue<T>();

	private readonly anew = new Queue<T>();

	get size(): number {
		return this.again.size + this.anew.size;
	}

	add(value: T, comesAgain: boolean): Entry<T> {
		return (comesAgain ? this.again : this.anew).add(value);
	}

	take(): T | undefined {
		return this.again.take() ?? this.anew.take();
	}
}
