import type { Page } from '@playwright/test'
import { callerOf } from '../leads-of.ts'

export const CONTACTS = '/communication/contacts'

/** A contact that no other test knows. */
export const addContact = async (page: Page, contact: object): Promise<number> =>
  (await callerOf(page)('POST', '/communication/add_contact', contact)).data.id

/** A company that no other test knows. */
export const addCompany = async (page: Page, company: object): Promise<number> =>
  (await callerOf(page)('POST', '/communication/add_company', company)).data.id

export const contactOf = async (page: Page, id: number) =>
  (await callerOf(page)('GET', `/communication/contact/${id}`)).data

export const companyOf = async (page: Page, id: number) =>
  (await callerOf(page)('GET', `/communication/company/${id}`)).data
