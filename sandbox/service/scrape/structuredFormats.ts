import { isObject } from '../http/validation.ts';
import type { Content } from './content.ts';

/** The product that the page's data for machines describes, if any. */
export function productOf({ structuredData, metadata }: Content, url: string): unknown {
	const product = entryOf(structuredData, /^Product$/);
	if (!product) return undefined;
	const offers = [product['offers']].flat().filter(isObject);
	return {
		title: product['name'] ?? metadata['title'],
		url,
		...given({
			brand: nameOf(product['brand']),
			category: product['category'],
			description: product['description'],
		}),
		variants: offers.map((offer) => ({
			...given({ sku: offer['sku'] ?? product['sku'] }),
			price: given({ amount: Number(offer['price']), currency: offer['priceCurrency'] }),
			availability: { inStock: /InStock$/.test(textOf(offer['availability'])) },
		})),
	};
}

/** The menu that the page's data for machines describes, if any. */
export function menuOf({ structuredData }: Content, url: string): unknown {
	const restaurant = entryOf(structuredData, /^(Restaurant|FoodEstablishment)$/);
	const menu = entryOf(structuredData, /^Menu$/) ?? restaurant?.['hasMenu'];
	if (!isObject(menu)) return undefined;
	return {
		isMenu: true,
		...given({ merchant: restaurant && { name: restaurant['name'] } }),
		sections: [menu['hasMenuSection']]
			.flat()
			.filter(isObject)
			.map((section) => ({
				name: section['name'],
				items: [section['hasMenuItem']]
					.flat()
					.filter(isObject)
					.map(({ name, description }) => ({ name, ...given({ description }) })),
			})),
		sourceUrl: url,
	};
}

/** What the page says of its looks in words: nothing is measured. */
export function brandingOf({ metadata, images }: Content): unknown {
	const primary = metadata['theme-color'];
	return {
		...given({ colors: primary === undefined ? undefined : { primary } }),
		images: given({
			logo: images.find((address) => /logo/i.test(address)),
			favicon: metadata['favicon'],
			ogImage: metadata['ogImage'],
		}),
	};
}

function entryOf(data: unknown[], type: RegExp): Record<string, unknown> | undefined {
	return data.filter(isObject).find((entry) => type.test(textOf(entry['@type'])));
}

function nameOf(value: unknown): unknown {
	return isObject(value) ? value['name'] : value;
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

/** The fields that have a value. */
function given(fields: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
