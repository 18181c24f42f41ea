import type { TSchema } from 'typebox'

/** The parts of JSON Schema that inputs are made of. */
export interface Shape {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly TSchema[]
  items?: TSchema
  /** It takes no property that it does not declare. */
  'x-closed'?: boolean
  properties?: Readonly<Record<string, TSchema>>
  required?: readonly string[]
  patternProperties?: Readonly<Record<string, TSchema>>
  propertyNames?: TSchema
  maxItems?: number
  maxLength?: number
  maxProperties?: number
}

export const shapeOf = (schema: TSchema): Shape => schema
