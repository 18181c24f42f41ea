import { useStructure } from './structure.ts'

/** The name of a category by its id; the number until it is known. */
export const CategoryName = ({ id }: { id: number }) => useStructure().structure?.category(id)?.path ?? String(id)

/** The label of an attribute by its id. */
export const AttributeName = ({ id }: { id: number }) => useStructure().structure?.attribute(id)?.label ?? String(id)
