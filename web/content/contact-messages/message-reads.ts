import { contactMessages } from '#contract/content/contact-messages.ts'

/** What is out of date after something was done with a message. */
export const MESSAGE_READS = [contactMessages.list, contactMessages.details] as const
