import type { Attribute } from '#contract/catalogue/product-structure.ts'
import type { Effect } from '#contract/catalogue/structure-edits.ts'
import { counted, formats } from '#web/kit/look/format.ts'

export const TYPE_LABELS = {
  text: 'Text',
  long_text: 'Long text',
  number: 'Number',
  quantity: 'Quantity with a unit',
  range: 'Range with a unit',
  boolean: 'Yes or no',
  date: 'Date',
  option: 'One option',
  options: 'Several options',
  url: 'Web address',
} as const satisfies Record<Attribute['type'], string>

/** What an act does to products: "214 products become incomplete; 31 of them are shown." Undefined: nothing. */
export const effectWords = ({ incomplete, shown }: Effect): string | undefined => {
  if (incomplete === 0) return undefined
  if (incomplete === 1) return `1 product becomes incomplete${shown ? '. It is shown' : ''}.`
  const those =
    shown === 0 ? '' : shown === 1 ? '; 1 of them is shown' : `; ${formats().number(shown)} of them are shown`
  return `${counted(incomplete, 'product')} become incomplete${those}.`
}

/** `done`, and what it does to products. */
export const doneWords = (done: string, effect: Effect) => [`${done}.`, effectWords(effect)].filter(Boolean).join(' ')
