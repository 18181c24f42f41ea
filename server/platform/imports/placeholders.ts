/** Words by which programs and people say that they have no value. “NA” is none: it is a country. */
const PLACEHOLDERS: ReadonlySet<string> = new Set(
  ['n/a', '#n/a', 'n.a.', 'n/d', 'none', '(none)', 'null', '(null)', 'nil', 'nan', 'undefined', 'unknown'].concat([
    'http://',
    'https://',
    'http://www.',
    'https://www.',
    'www.',
    '#ref!',
    '#value!',
  ]),
)
const LONGEST_PLACEHOLDER = 12

/** Whether a cell says nothing by its signs alone: `—`, `-`, `…`, `?`. */
export const isBlankSign = (text: string) => text.length <= LONGEST_PLACEHOLDER && /^[-–—―−_.…·*?/\\]+$/.test(text)

/** Whether a cell stands for no value: a sign or a word for it. */
export const isPlaceholder = (text: string) =>
  text.length <= LONGEST_PLACEHOLDER && (isBlankSign(text) || PLACEHOLDERS.has(text.toLowerCase()))
