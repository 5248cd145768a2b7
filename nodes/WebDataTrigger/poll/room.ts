import type { IDataObject } from 'n8n-workflow';

/** What one execution is given at most: n8n keeps all of it in memory, and saves it as one text. */
const MAX_EVENTS = 1_000;
const MAX_CHARACTERS = 50 * 1024 * 1024;

/** What there is room for in the execution that a poll starts. */
export class Room {
	private events = 0;

	private characters = 0;

	take(event: IDataObject): void {
		this.events++;
		this.characters += JSON.stringify(event).length;
	}

	isFull(): boolean {
		return this.events >= MAX_EVENTS || this.characters >= MAX_CHARACTERS;
	}
}
