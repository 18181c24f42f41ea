import { Type } from 'typebox'
import { get, Pagination, PersonId } from '#contract/kit/endpoint.ts'

export const hr = {
  designations: get('/api/v1/designations/', {
    summary: 'The designations of the company',
    permission: 'signed-in',
    query: Type.Object({
      department_id: PersonId,
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    reply: Type.Object({
      success: Type.Boolean(),
      data: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
      pagination: Pagination,
    }),
    failure: 'Failed to fetch data',
  }),
}
