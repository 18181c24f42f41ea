import { convert, decimal, rounded, unitOfCode } from './units.ts'
import {
  isQuantity,
  isRange,
  type AttributeRule,
  type AttributeValue,
  type OptionOf,
  type QuantityValue,
} from './values.ts'

/** How a person writes decimals: 1.5 or 1,5. */
export type Notation = 'point' | 'comma'

/** A value as people read it, and as `readTyped` reads it back: "16 bar", "−20 to 180 °C". */
export const textOf = (
  rule: AttributeRule,
  value: AttributeValue | null,
  optionOf: OptionOf,
  notation: Notation = 'point',
): string => {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (isQuantity(value)) return quantityText(value, notation)
  if (isRange(value)) return rangeText(value.min, value.max, value.unit, notation)
  if (Array.isArray(value)) return value.map((code) => optionText(code, optionOf)).join('; ')
  if (rule.type === 'option') return optionText(value, optionOf)
  return rule.type === 'number' ? numberText(value, notation) : value
}

export const quantityText = ({ value, unit }: QuantityValue, notation: Notation = 'point') =>
  withUnit(numberText(value, notation), unit)

/** The same amount in the unit that others are used to, with at most 5 digits that count: "232.06 psi". */
export const alsoText = (rule: AttributeRule, value: AttributeValue | null): string | null => {
  if (rule.family === null) return null
  if (isQuantity(value)) {
    const other = ALSO[value.unit]
    return other === undefined ? null : withUnit(numberText(inOther(value.value, value.unit, other), 'point'), other)
  }
  if (!isRange(value)) return null
  const { min, max, unit } = value
  const other = ALSO[unit]
  if (other === undefined) return null
  return rangeText(min && inOther(min, unit, other), max && inOther(max, unit, other), other, 'point')
}

const inOther = (value: string, unit: string, other: string) => rounded(decimal(convert(value, unit, other)), 5)

const numberText = (value: string, notation: Notation) => {
  const text = value.replace('-', '−')
  return notation === 'comma' ? text.replace('.', ',') : text
}

const rangeText = (min: string | null, max: string | null, unit: string, notation: Notation) => {
  if (min === null) return withUnit(`up to ${numberText(max ?? '', notation)}`, unit)
  if (max === null) return withUnit(`from ${numberText(min, notation)}`, unit)
  return withUnit(`${numberText(min, notation)} to ${numberText(max, notation)}`, unit)
}

const withUnit = (text: string, code: string) => {
  const symbol = unitOfCode(code)?.symbol ?? code
  return /^[%‰°′″]$/.test(symbol) ? `${text}${symbol}` : `${text} ${symbol}`
}

/** Its label, where that alone leads back to it. */
const optionText = (code: string, optionOf: OptionOf) => {
  const label = optionOf(code)?.label
  return label !== undefined && !label.includes(';') && optionOf(label)?.code === code ? label : code
}

const BOTH_WAYS = [
  ['mm', '[in_i]'],
  ['m', '[ft_i]'],
  ['km', '[mi_i]'],
  ['cm2', '[sin_i]'],
  ['m2', '[sft_i]'],
  ['har', '43560.[sft_i]'],
  ['mL', '[foz_us]'],
  ['L', '[gal_us]'],
  ['m3', '[cft_i]'],
  ['cm3', '[cin_i]'],
  ['g', '[oz_av]'],
  ['kg', '[lb_av]'],
  ['t', '[ston_av]'],
  ['bar', '[psi]'],
  ['mbar', "[in_i'H2O]"],
  ['Cel', '[degF]'],
  ['L/min', '[gal_us]/min'],
  ['m3/h', '[cft_i]/min'],
  ['kW', '[HP]'],
  ['kJ', '[Btu_IT]'],
  ['m/s', '[ft_i]/s'],
  ['km/h', '[mi_i]/h'],
  ['m/min', '[ft_i]/min'],
  ['N', '[lbf_av]'],
  ['N.m', '[lbf_av].[ft_i]'],
  ['kg/m3', '[lb_av]/[cft_i]'],
  ['kg/L', '[lb_av]/[gal_us]'],
] as const

/** The unit that others are used to, by the code of a unit. */
const ALSO: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    BOTH_WAYS.flatMap(([metric, other]) => [
      [metric, other],
      [other, metric],
    ]),
  ),
  um: '[mil_i]',
  '[mil_i]': 'mm',
  cm: '[in_i]',
  '[yd_i]': 'm',
  '[nmi_i]': 'km',
  mm2: '[sin_i]',
  km2: '43560.[sft_i]',
  '[syd_i]': 'm2',
  '[gal_br]': 'L',
  '[bbl_us]': 'L',
  '[lton_av]': 't',
  kPa: '[psi]',
  MPa: '[psi]',
  atm: 'bar',
  att: 'bar',
  'atm/760': 'mbar',
  'mm[Hg]': 'kPa',
  "[in_i'Hg]": 'mbar',
  'm[H2O]': '[psi]',
  K: 'Cel',
  '[degR]': 'Cel',
  '[gal_br]/min': 'L/min',
  '[cft_i]/h': 'm3/h',
  '75.m.kgf/s': 'kW',
  W: '[Btu_IT]/h',
  '[Btu_IT]/h': 'W',
  '12000.[Btu_IT]/h': 'kW',
  'kcal/h': 'W',
  kcal: 'kJ',
  MJ: '[Btu_IT]',
  '[kn_i]': 'km/h',
  kN: '[lbf_av]',
  kgf: 'N',
  'kgf.m': 'N.m',
  '[in_i].[lbf_av]': 'N.m',
  'g/cm3': '[lb_av]/[cin_i]',
  '[lb_av]/[cin_i]': 'g/cm3',
}
