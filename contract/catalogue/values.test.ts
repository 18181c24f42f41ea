import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { processorTime } from '#server/test/figures.ts'
import { checkGtin } from './gtin.ts'
import { readTyped, type Read } from './typed-values.ts'
import { UNITS } from './units.ts'
import { alsoText, textOf, type Notation } from './value-texts.ts'
import { ATTRIBUTE_TYPES } from './value-schema.ts'
import { checkValue, sameValue, type AttributeRule, type AttributeValue } from './values.ts'

const rule = (type: AttributeRule['type'], own: Partial<AttributeRule> = {}): AttributeRule => ({
  code: 'it',
  label: 'It',
  type,
  max_length: null,
  mask: null,
  min: null,
  max: null,
  decimals: null,
  family: null,
  units: [],
  default_unit: null,
  ...own,
})
const pressure = rule('quantity', {
  label: 'Pressure',
  family: 'pressure',
  units: ['bar', 'mbar', '[psi]'],
  default_unit: 'bar',
  min: '0.5',
  max: '400',
  decimals: 2,
})
const mass = rule('quantity', {
  label: 'Weight',
  family: 'mass',
  units: ['mg', 'g', 'kg', '[lb_av]'],
  default_unit: 'kg',
})
const span = rule('range', { label: 'Span', family: 'temperature', units: ['Cel', '[degF]'], default_unit: 'Cel' })
const limits = rule('range', {
  label: 'Limits',
  family: 'pressure',
  units: ['bar', 'mbar'],
  default_unit: 'bar',
  max: '20',
})
const OPTIONS = [
  { code: 'ss316', label: 'Stainless steel 316', retired: false },
  { code: 'brass', label: 'Brass, CW617N', retired: false },
  { code: 'odd', label: 'Oil; gas', retired: false },
  { code: 'twin', label: 'ss316', retired: false },
  { code: 'lead', label: 'Lead', retired: true },
]
const optionOf = (text: string) =>
  OPTIONS.find(({ code }) => code === text) ?? OPTIONS.find(({ label }) => label.toLowerCase() === text.toLowerCase())

const read = (of: AttributeRule, text: string, notation: Notation = 'point', columnUnit?: string): Read =>
  readTyped(of, text, notation, optionOf, columnUnit)
const check = (of: AttributeRule, sent: Parameters<typeof checkValue>[1]) => checkValue(of, sent, optionOf)

describe('a value that does not fit is refused with a sentence', () => {
  test.each([
    [rule('number'), 'twelve', 'It takes a number, as in 12.5.'],
    [rule('number'), '1e3e3', 'It takes a number, as in 12.5.'],
    [rule('number'), true, 'It takes a number, as in 12.5.'],
    [rule('number'), 0.1 + 0.2, 'It has at most 15 digits.'],
    [rule('number'), 1e15, 'It has at most 15 digits.'],
    [rule('number', { min: '2' }), 1, 'It is at least 2 (you entered 1).'],
    [rule('number', { decimals: 0 }), '1.5', 'It has no decimals.'],
    [rule('number', { decimals: 1 }), '1.25', 'It has at most 1 decimal.'],
    [pressure, '16', 'Pressure takes a number and a unit, as in 10 bar.'],
    [pressure, { value: 'x', unit: 'bar' }, 'Pressure takes a number and a unit, as in 10 bar.'],
    [pressure, { value: '16', unit: 'Cel' }, 'Cel is no unit of pressure. Choose bar, mbar or psi.'],
    [pressure, { value: '16', unit: 'kPa' }, 'kPa is no unit of pressure. Choose bar, mbar or psi.'],
    [pressure, { value: '100', unit: 'mbar' }, 'Pressure is at least 0.5 bar (you entered 100 mbar).'],
    [pressure, { value: '401', unit: 'bar' }, 'Pressure is at most 400 bar (you entered 401 bar).'],
    [pressure, { value: '1.234', unit: 'bar' }, 'Pressure has at most 2 decimals.'],
    [span, '20', 'Span takes a lower end, an upper end and a unit, as in 2 to 10 °C.'],
    [span, { min: '5', max: '4', unit: 'Cel' }, 'The lower end is above the upper end.'],
    [limits, { min: null, max: '21', unit: 'bar' }, 'Limits is at most 20 bar (you entered 21 bar).'],
    [rule('boolean'), 'yes', 'It takes yes or no.'],
    [rule('date'), '2026-02-30', 'Enter a day, as in 2026-11-28.'],
    [rule('date'), '0000-01-01', 'Enter a day, as in 2026-11-28.'],
    [rule('date', { min: '2026-01-01' }), '2025-12-31', 'It is not before 2026-01-01 (you entered 2025-12-31).'],
    [rule('date', { max: '2026-01-01' }), '2026-01-02', 'It is not after 2026-01-01 (you entered 2026-01-02).'],
    [rule('option'), 'wood', 'It has no option “wood”.'],
    [rule('option'), 'lead', 'Lead is retired. Choose another option of It.'],
    [rule('option'), ['ss316'], 'It takes one option.'],
    [rule('options'), ['ss316', 'wood'], 'It has no option “wood”.'],
    [rule('options'), Array.from({ length: 51 }, () => 'ss316'), 'It takes at most 50 options.'],
    [rule('options'), 'ss316', 'It takes a list of options.'],
    [rule('url'), 'ftp://a.example', 'Enter a web address that begins with https:// or http://.'],
    [rule('url'), 'javascript:alert(1)', 'Enter a web address that begins with https:// or http://.'],
    [rule('url'), 'https:// a.example', 'Enter a web address that begins with https:// or http://.'],
    [rule('url'), `https://a.example/${'a'.repeat(2_000)}`, 'It may have 2,000 characters.'],
    [rule('text'), 'a'.repeat(256), 'It may have 255 characters.'],
    [rule('text', { max_length: 3 }), 'abcd', 'It may have 3 characters.'],
    [rule('text'), 5, 'It takes a text.'],
    [rule('text', { mask: 'AA-99' }), 'AB-1x', 'It looks like AA-99: A is a letter, 9 a digit, * any character.'],
  ] as const)('%# %j', (of, sent, message) => expect(check(of, sent as never)).toEqual({ message }))
})

test.each([
  [rule('number'), 12.5, '12.5'],
  [rule('number'), '+007.500', '7.5'],
  [rule('number'), '-0.0', '0'],
  [rule('number'), 1e-7, '0.0000001'],
  [rule('number'), '.5', '0.5'],
  [rule('number'), 100_000_000_000_000, '100000000000000'],
  [pressure, { value: 16, unit: 'bar' }, { value: '16', unit: 'bar' }],
  [pressure, { value: '232', unit: 'psi' }, { value: '232', unit: '[psi]' }],
  [span, { min: '-20', max: 180, unit: 'Cel' }, { min: '-20', max: '180', unit: 'Cel' }],
  [span, { min: null, max: null, unit: 'Cel' }, null],
  [rule('options'), ['brass', 'Stainless steel 316', 'brass'], ['brass', 'ss316']],
  [rule('text', { mask: 'AA-9*' }), 'ÄB-1/', 'ÄB-1/'],
  [rule('text'), ' one\ntwo ', 'one two'],
  [rule('long_text'), ' one\ntwo ', 'one\ntwo'],
  [rule('url'), ' HTTPS://a.example/b?c ', 'HTTPS://a.example/b?c'],
  [rule('date'), '2028-02-29', '2028-02-29'],
] as const)('%# a value is stored in its plain form: %j', (of, sent, value) =>
  expect(check(of, sent as never)).toEqual({ value }),
)

test('null, an empty text and an empty list empty an attribute of any type', () => {
  for (const type of ATTRIBUTE_TYPES)
    for (const sent of [null, '', '  ', []])
      expect(check(rule(type, { family: 'mass' }), sent)).toEqual({ value: null })
})

test.each([
  [pressure, '16 bar', { value: '16', unit: 'bar' }],
  [pressure, '16bar', { value: '16', unit: 'bar' }],
  [pressure, '16 BAR', { value: '16', unit: 'bar' }],
  [pressure, '1,5 bar', { value: '1.5', unit: 'bar' }],
  [pressure, '1.5 bar', { value: '1.5', unit: 'bar' }],
  [pressure, '232 pounds per square inch', { value: '232', unit: '[psi]' }],
  [pressure, '1 2 bar', undefined],
  [mass, '1 lbs', { value: '1', unit: '[lb_av]' }],
  [mass, '5 grams', { value: '5', unit: 'g' }],
  [mass, '1 grilled', undefined],
  [mass, '130 g (0.5 cup)', undefined],
  [mass, 'about 1 kg', undefined],
  [mass, '10² g', undefined],
  [mass, '5½ kg', undefined],
  [mass, '1.234.567,5 mg', { value: '1234567.5', unit: 'mg' }],
  [mass, '1,23,456 mg', { value: '123456', unit: 'mg' }],
  [mass, '1’234’567 mg', { value: '1234567', unit: 'mg' }],
  [mass, '12.34.56 mg', undefined],
  [mass, '1,2,3 mg', undefined],
  [mass, '2-3 kg', undefined],
  [mass, '1.5e3 g', { value: '1500', unit: 'g' }],
  [limits, '2-3 bar', { min: '2', max: '3', unit: 'bar' }],
  [limits, '2 to 3 bar', { min: '2', max: '3', unit: 'bar' }],
  [limits, '0…16 bar', { min: '0', max: '16', unit: 'bar' }],
  [limits, '0...16 bar', { min: '0', max: '16', unit: 'bar' }],
  [limits, '2 bar to 3 bar', { min: '2', max: '3', unit: 'bar' }],
  [limits, '2 bar – 3', { min: '2', max: '3', unit: 'bar' }],
  [limits, '2 mbar to 3 bar', undefined],
  [limits, '16 bar', undefined],
  [limits, '≤ 16 bar', { min: null, max: '16', unit: 'bar' }],
  [limits, 'from 2 bar', { min: '2', max: null, unit: 'bar' }],
  [span, '-20--10 °C', { min: '-20', max: '-10', unit: 'Cel' }],
  [span, '−20 to 180 C', { min: '-20', max: '180', unit: 'Cel' }],
  [rule('boolean'), 'YES', true],
  [rule('boolean'), '0', false],
  [rule('boolean'), 'maybe', undefined],
  [rule('option'), 'stainless steel 316', 'ss316'],
  [rule('options'), 'ss316; Brass, CW617N', ['ss316', 'brass']],
  [rule('options'), 'ss316, brass', ['ss316', 'brass']],
  [rule('number'), '5 mm', undefined],
  [rule('number'), '', null],
] as const)('%# a typed text is read, or not at all: %s %s', (of, text, value) => {
  const found = read(of, text)

  expect('value' in found ? found.value : undefined).toEqual(value)
})

test('what can be read in two ways is read as the person writes numbers, and that is said', () => {
  expect(read(mass, '1,500 g')).toEqual({ value: { value: '1500', unit: 'g' }, note: '1,500 g was read as 1500 g.' })
  expect(read(mass, '1,500 g', 'comma')).toEqual({
    value: { value: '1.5', unit: 'g' },
    note: '1,500 g was read as 1,5 g.',
  })
  expect(read(mass, '1.500 g', 'comma')).toEqual({
    value: { value: '1500', unit: 'g' },
    note: '1.500 g was read as 1500 g.',
  })
  expect(read(mass, '0.500 g', 'comma')).toEqual({ value: { value: '0.5', unit: 'g' } })
  expect(read(mass, '4 x 25 g')).toEqual({ value: { value: '100', unit: 'g' }, note: '4 x 25 g was read as 100 g.' })
  expect(read(mass, '2 500 mg')).toEqual({
    value: { value: '2500', unit: 'mg' },
    note: '2 500 mg was read as 2500 mg.',
  })
  expect(read(rule('quantity', { family: 'length' }), '4 x 25 mm')).toHaveProperty('message')
})

test.each([
  [pressure, '16 barg', 'barg is no unit of pressure. Choose bar, mbar or psi.', '16 bar'],
  [pressure, '16 kPa', 'kPa is no unit of pressure. Choose bar, mbar or psi.', undefined],
  [pressure, '16', 'Pressure takes a number and a unit, as in 10 bar.', undefined],
  [
    rule('quantity', { family: 'pressure', units: ['bar'] }),
    '16',
    'It takes a number and a unit, as in 10 bar.',
    '16 bar',
  ],
  [mass, '130 g (0.5 cup)', 'Weight takes a number and a unit, as in 10 kg.', '130 g'],
  [mass, '1 grilled', 'grilled is no unit of mass. Choose mg, g, kg or lb.', undefined],
  [
    rule('quantity', { family: 'length', units: ['mm', '[in_i]'] }),
    '1 1/2 in',
    'It takes a number and a unit, as in 10 mm.',
    '1.5 in',
  ],
  [
    rule('quantity', { family: 'length', units: ['mm', '[in_i]'] }),
    '3 MM',
    'MM is no unit of length. Choose mm or in.',
    '3 mm',
  ],
  [
    rule('quantity', { family: 'power', units: ['kW', 'MW'] }),
    '3 mW',
    'mW is no unit of power. Choose kW or MW.',
    undefined,
  ],
  [rule('date'), '28.11.2026', 'Enter a day, as in 2026-11-28.', '2026-11-28'],
  [rule('date'), '31.02.2026', 'Enter a day, as in 2026-11-28.', undefined],
  [rule('date'), '05/06/2026', 'Enter a day, as in 2026-11-28.', undefined],
  [
    rule('url'),
    'www.firm.example/a',
    'Enter a web address that begins with https:// or http://.',
    'https://www.firm.example/a',
  ],
  [rule('url'), 'no address', 'Enter a web address that begins with https:// or http://.', undefined],
] as const)('%# a fix is offered where one text alone can be meant: %s %s', (of, text, message, fix) =>
  expect(read(of, text)).toEqual({ message, ...(fix === undefined ? {} : { fix }) }),
)

test('milli and mega are told apart, and a name that two units share counts where one is allowed', () => {
  const power = rule('quantity', { family: 'power', units: ['mW', 'MW'] })
  const tank = (units: string[]) => rule('quantity', { family: 'volume', units })

  expect([read(power, '3 mW'), read(power, '3 MW')]).toEqual([
    { value: { value: '3', unit: 'mW' } },
    { value: { value: '3', unit: 'MW' } },
  ])
  expect(read(power, '3 mw')).toHaveProperty('message')
  expect(read(tank(['L', '[gal_br]']), '3 gallons')).toEqual({ value: { value: '3', unit: '[gal_br]' } })
  expect(read(tank(['[gal_us]', '[gal_br]']), '3 gallons')).toHaveProperty('message')
})

test('a bare number takes the unit of its column', () => {
  expect(read(pressure, '40', 'point', 'bar')).toEqual({ value: { value: '40', unit: 'bar' } })
  expect(read(pressure, '40 psi', 'point', 'bar')).toEqual({ value: { value: '40', unit: '[psi]' } })
  expect(read(limits, '2 to 4', 'comma', 'mbar')).toEqual({ value: { min: '2', max: '4', unit: 'mbar' } })
})

test('a value is shown in words, and in the unit that others are used to', () => {
  const temperatures: AttributeValue = { min: '-20', max: '180', unit: 'Cel' }

  expect(textOf(pressure, { value: '16', unit: 'bar' }, optionOf)).toBe('16 bar')
  expect(textOf(span, temperatures, optionOf)).toBe('−20 to 180 °C')
  expect(textOf(span, { min: null, max: '180', unit: 'Cel' }, optionOf)).toBe('up to 180 °C')
  expect(textOf(rule('options'), ['ss316', 'odd', 'twin'], optionOf)).toBe('Stainless steel 316; odd; twin')
  expect(textOf(rule('boolean'), true, optionOf)).toBe('Yes')
  expect(alsoText(pressure, { value: '16', unit: 'bar' })).toBe('232.06 psi')
  expect(alsoText(pressure, { value: '232.06', unit: '[psi]' })).toBe('16 bar')
  expect(alsoText(span, temperatures)).toBe('−4 to 356 °F')
  expect(alsoText(rule('quantity', { family: 'voltage' }), { value: '12', unit: 'V' })).toBeNull()
})

test('quantities are the same by their amount, options in any order', () => {
  const length = rule('quantity', { family: 'length' })

  expect(sameValue(length, { value: '100', unit: 'cm' }, { value: '1', unit: 'm' })).toBe(true)
  expect(sameValue(length, { value: '100', unit: 'cm' }, { value: '1.000001', unit: 'm' })).toBe(false)
  expect(sameValue(span, { min: '-40', max: null, unit: 'Cel' }, { min: '-40', max: null, unit: '[degF]' })).toBe(true)
  expect(sameValue(rule('options'), ['a', 'b'], ['b', 'a'])).toBe(true)
  expect(sameValue(rule('number'), '5', '5.0')).toBe(true)
  expect(sameValue(rule('text'), 'a', null)).toBe(false)
})

test.each([
  ['4006381333931', undefined],
  ['96385074', undefined],
  ['036000291452', undefined],
  ['4006381333932', 'The last digit of the GTIN does not fit; 1 would.'],
  ['123', 'A GTIN has 8, 12, 13 or 14 digits.'],
  ['40063813339 1', 'A GTIN has 8, 12, 13 or 14 digits.'],
])('the GTIN %s is checked by its last digit', (text, message) => expect(checkGtin(text)).toBe(message))

const decimals = fc
  .tuple(fc.bigInt({ min: -999_999_999_999n, max: 999_999_999_999n }), fc.integer({ min: 0, max: 9 }))
  .map(([digits, after]) => {
    const [sign, text] = [digits < 0n ? '-' : '', String(digits < 0n ? -digits : digits).padStart(after + 1, '0')]
    return after === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -after)}.${text.slice(-after)}`
  })
const units = fc.constantFrom(...UNITS)
const typed = fc.oneof(
  fc
    .tuple(decimals, units)
    .map(
      ([value, unit]) =>
        [rule('quantity', { family: unit.family, units: [unit.code] }), { value, unit: unit.code }] as const,
    ),
  fc
    .tuple(decimals, decimals, units)
    .map(
      ([min, max, unit]) =>
        [rule('range', { family: unit.family, units: [unit.code] }), { min, max, unit: unit.code }] as const,
    ),
  fc
    .tuple(decimals, units, fc.boolean())
    .map(
      ([end, unit, isLower]) =>
        [
          rule('range', { family: unit.family }),
          { min: isLower ? end : null, max: isLower ? null : end, unit: unit.code },
        ] as const,
    ),
  decimals.map((value) => [rule('number'), value] as const),
  fc.boolean().map((value) => [rule('boolean'), value] as const),
  fc.subarray(['ss316', 'brass', 'odd', 'twin']).map((codes) => [rule('options'), codes] as const),
  fc.constantFrom('ss316', 'brass', 'odd', 'twin').map((code) => [rule('option'), code] as const),
  fc.string({ unit: 'grapheme' }).map((text) => [rule('long_text'), text] as const),
)

test('the text of a value is read as that value, however the person writes numbers', () => {
  fc.assert(
    fc.property(typed, fc.constantFrom<Notation>('point', 'comma'), ([of, sent], notation) => {
      const checked = check(of, sent)
      if ('message' in checked) return
      const found = read(of, textOf(of, checked.value, optionOf, notation), notation)

      expect('value' in found ? found.value : found).toEqual(checked.value)
    }),
    { numRuns: 2_000 },
  )
})

test('no text makes the reader fail, and what it reads can be stored', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...ATTRIBUTE_TYPES), (text, type) => {
      const of = rule(type, { family: 'pressure' })
      const found = read(of, text)

      if ('value' in found) expect(check(of, found.value)).toEqual({ value: found.value })
    }),
    { numRuns: 2_000 },
  )
})

test.each(['1', '1,', '1 ', ' to ', '–', '1…', '(', ')', 'bar', 'a.', '-', 'e', '1/', 'https://', ';', '\t'])(
  '%j many times takes time in proportion to its length',
  (piece) => {
    const text = `1${piece.repeat(20_000)}x`

    for (const type of ATTRIBUTE_TYPES)
      expect(processorTime(() => read(rule(type, { family: 'pressure', mask: null }), text))).toBeLessThan(200)
  },
)
