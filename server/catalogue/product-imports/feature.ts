import { productImports } from '#contract/catalogue/product-imports.ts'
import { conflict, found } from '#server/kit/errors.ts'
import { implementShared } from '#server/kit/implement.ts'
import { feature } from '#server/platform/feature.ts'
import { importing } from '#server/platform/imports/importing.ts'
import { get } from '#server/platform/imports/queries.ts'
import { productRows } from './product-rows.ts'
import { createNames, unknownNames } from './unknown-names.ts'

const { unknownNames: namesCall, createNames: createCall, ...calls } = productImports
const own = { unknownNames: namesCall, createNames: createCall }
const { routes, jobs, imports } = importing('product-imports', calls, productRows)

const ownRoutes = implementShared<typeof own>('product-imports', own, {
  async unknownNames({ tenant, params: { id } }) {
    found('Import', await get(tenant, productRows, id))
    return { data: await unknownNames(tenant, id) }
  },

  async createNames({ tenant, body: { id } }) {
    const { state } = found('Import', await get(tenant, productRows, id))
    if (state !== 'ready') throw conflict('This import is not waiting for your decision.', { state }, 'wrong_state')
    return { data: { created: await createNames(tenant, id) } }
  },
})

export const productImportsFeature = feature({ routes: [...routes, ...ownRoutes], jobs, imports })
