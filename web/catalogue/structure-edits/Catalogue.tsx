import { Button } from 'antd'
import { useState } from 'react'
import { productStructure } from '#contract/catalogue/product-structure.ts'
import { useStructure, type Structure } from '#web/catalogue/product-structure/structure.ts'
import { sentenceOf } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { AllAttributes } from './AllAttributes.tsx'
import { CatalogueSettings } from './CatalogueSettings.tsx'
import { CategoryPanel } from './CategoryPanel.tsx'
import { CategoryTree } from './CategoryTree.tsx'
import './catalogue.css'

const NOTHING: Pick<Structure, 'categories' | 'attributes'> = { categories: [], attributes: [] }

/** What products are described by: the tree of categories, the attributes of each, and what all products must have. */
export const Catalogue = () => {
  const { structure, failure, retry } = useStructure()
  const { categories, attributes } = structure ?? NOTHING
  const [chosen, setChosen] = useState<number>()
  const category = categories.find(({ id }) => id === chosen) ?? categories.find(({ parent_id }) => parent_id === null)
  if (failure && !structure)
    return (
      <Notice kind="error" title="The catalogue did not load" action={<Button onClick={retry}>Try again</Button>}>
        {sentenceOf(failure, productStructure.tree.failure)}
      </Notice>
    )
  return (
    <>
      <section className="section" aria-labelledby="categories" aria-busy={!structure}>
        <h2 id="categories">Categories</h2>
        <p className="page-subtitle">A category has its own attributes and those of the categories above it.</p>
        <div className="catalogue-panes">
          <CategoryTree categories={categories} chosen={category?.id} onChoose={setChosen} />
          {category && (
            <CategoryPanel
              key={category.id}
              category={category}
              categories={categories}
              attributes={attributes}
              onChoose={setChosen}
            />
          )}
        </div>
      </section>
      <AllAttributes attributes={attributes} />
      <CatalogueSettings />
    </>
  )
}
