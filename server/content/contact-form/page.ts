import type { FastifyInstance } from 'fastify'
import { CONTACT_LIMITS } from '#contract/content/contact-message.ts'
import { contactFaults, serveForm, type FormPage, type FormPageServices } from '#server/leads/published.ts'

/** The words beside the box of our own page. */
export const WORDING = 'Send me the newsletter, too. You get an email to confirm it.'

export const CONTACT_PAGE: FormPage = {
  path: 'contact-us',
  title: () => 'Contact us',
  lead: 'Write to us. We answer by email.',
  button: 'Send message',
  namesItsPage: true,
  faults: contactFaults,
  rows: [
    {
      layout: 'two',
      fields: [
        { name: 'name', label: 'Name', autocomplete: 'name', maxLength: CONTACT_LIMITS.name },
        { name: 'email', label: 'Email', type: 'email', autocomplete: 'email', maxLength: 320 },
        {
          name: 'company',
          label: 'Company',
          autocomplete: 'organization',
          maxLength: CONTACT_LIMITS.company,
          optional: true,
        },
        { name: 'phone', label: 'Phone', type: 'tel', autocomplete: 'tel', maxLength: 50, optional: true },
      ],
    },
    {
      layout: 'one',
      fields: [
        { name: 'subject', label: 'Subject', maxLength: CONTACT_LIMITS.subject, optional: true },
        { name: 'message', label: 'Message', type: 'lines', rows: 7, maxLength: CONTACT_LIMITS.message },
        { name: 'newsletter', label: WORDING, type: 'checkbox' },
      ],
    },
  ],
}

/** The plain page with the contact form, to be tried and to be embedded. */
export const serveContactPage = (app: FastifyInstance, services: FormPageServices) =>
  serveForm(app, services, CONTACT_PAGE)
