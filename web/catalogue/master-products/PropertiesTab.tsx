import { ExclamationCircleFilled } from '@ant-design/icons'
import { useEffect, useRef } from 'react'
import { masterProducts } from '#contract/catalogue/master-products.ts'
import { can } from '#web/kit/data/session.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { useKeys } from '#web/kit/keys/keys.ts'
import { FIRST_MISSING } from './first-missing.ts'
import { focusedField, focusField } from './focus-field.ts'
import { filledOf, groupsOf, isEmpty, keyOfMissing, type Field } from './product-fields.ts'
import type { ProductTabProps } from './product-tab-props.ts'
import { ProductField } from './ProductField.tsx'
import { ProductSide, sectionId, type SideSection } from './ProductSide.tsx'
import { useTypical } from './use-typical.ts'
import { SaveBar } from './SaveBar.tsx'
import { useProductForm } from './use-product-form.ts'
import './product-form.css'

/** All fields of a product: what is missing comes first, and stays there until it is saved, so that nothing jumps. */
export const PropertiesTab = ({ product, structure, field: begun }: ProductTabProps) => {
  const form = useProductForm(product, structure)
  const mayEdit = can(masterProducts.update)
  const typical = useTypical(form.categoryId)
  const missing = new Set(product.missing_fields.flatMap((one) => keyOfMissing(one) ?? []))
  const lacking = form.fields.filter(({ key }) => missing.has(key))
  const others = groupsOf(form.fields.filter(({ key }) => !missing.has(key)))
  const isFilled = (field: Field) => !isEmpty(form.entered(field))

  const last = useRef<string>(undefined)
  const fillNext = () => {
    const empty = form.fields.filter((field) => field.required && !isFilled(field)).map(({ key }) => key)
    const inOrder = [...lacking, ...form.fields.filter(({ key }) => !missing.has(key))].map(({ key }) => key)
    const from = inOrder.indexOf(focusedField() ?? last.current ?? '')
    const next =
      inOrder.find((key, at) => at > from && empty.includes(key)) ?? inOrder.find((key) => empty.includes(key))
    last.current = next
    if (next !== undefined) focusField(next)
  }
  const save = async () => {
    const wrong = await form.save()
    if (wrong !== undefined) requestAnimationFrame(() => focusField(wrong))
  }
  useKeys(
    'panel',
    [
      { keys: 'm', label: 'Next empty field', run: fillNext },
      { keys: 'ctrl+s', label: 'Save', run: () => void save() },
    ],
    mayEdit,
  )
  const first = begun === FIRST_MISSING ? lacking[0]?.key : begun
  useEffect(() => {
    if (first !== undefined) focusField(first)
    // oxlint-disable-next-line react/exhaustive-deps -- once, as it opens: a field that is filled later moves no focus
  }, [begun])

  const show = (fields: readonly Field[]) => (
    <div className="product-fields">
      {fields.map((field) => (
        <ProductField
          key={field.key}
          field={field}
          form={form}
          product={product}
          readOnly={!mayEdit}
          blocks={field.key === lacking[0]?.key ? product.why.blocks : 0}
          isMissing={missing.has(field.key)}
          typical={typical?.get(field.attribute?.code ?? '')}
        />
      ))}
    </div>
  )
  const sections: SideSection[] = groupsOf(form.fields).map(([group, fields]) => ({
    group,
    ...filledOf(fields, isFilled),
    changed: fields.some((field) => form.changed.includes(field)),
  }))
  return (
    <div className="product-properties">
      <div className="product-columns">
        <div className="product-scroll product-form">
          {lacking.length > 0 && (
            <section id={sectionId('missing')} tabIndex={-1} aria-labelledby={`${sectionId('missing')}-head`}>
              <div className="product-section-head">
                <h3 id={`${sectionId('missing')}-head`}>
                  <ExclamationCircleFilled className="product-missing-icon" aria-hidden />
                  Missing {lacking.length}
                </h3>
                {mayEdit && (
                  <span className="product-next" aria-hidden>
                    <Kbd>M</Kbd> next empty field
                  </span>
                )}
              </div>
              {show(lacking)}
            </section>
          )}
          {others.map(([group, fields]) => {
            const { filled, required } = filledOf(fields, isFilled)
            return (
              <section key={group} id={sectionId(group)} tabIndex={-1} aria-labelledby={`${sectionId(group)}-head`}>
                <div className="product-section-head">
                  <h3 id={`${sectionId(group)}-head`}>
                    {group}
                    {required > 0 && (
                      <span>
                        {filled} of {required}
                      </span>
                    )}
                  </h3>
                </div>
                {show(fields)}
              </section>
            )
          })}
          {product.attributes.length === 0 && product.category_id === null && (
            <p className="product-note">Choose a category to see what its products are described by.</p>
          )}
        </div>
        <ProductSide sections={sections} missing={lacking.length} product={product} />
      </div>
      {form.changed.length > 0 && <SaveBar form={form} onSave={() => void save()} />}
    </div>
  )
}
