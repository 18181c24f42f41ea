import { productStructure } from '#contract/catalogue/product-structure.ts'
import { useOne } from '#web/kit/data/api.ts'

/** What products of the category usually have, by the code of the attribute, in the base of its family. */
export const useTypical = (categoryId: number | null): ReadonlyMap<string, string> | undefined => {
  const { data } = useOne(
    productStructure.typical,
    { params: { id: categoryId ?? 0 } },
    { enabled: categoryId !== null },
  )
  return data && new Map(data.data.map(({ code, base }) => [code, base]))
}
