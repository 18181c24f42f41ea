import { changes } from '#contract/platform/changes.ts'
import { checklist } from '#contract/leads/checklist.ts'
import { companyWords } from '#contract/leads/company-words.ts'
import { configuration } from '#contract/leads/configuration.ts'
import { enquiryChecks } from '#contract/leads/enquiry-checks.ts'
import { notifications } from '#contract/platform/notifications.ts'
import { retention } from '#contract/leads/retention.ts'
import { salesEmail } from '#contract/leads/sales-email.ts'

/** What is out of date after a change of a section: the section, and its history. */
export const WORKING_TIME = [configuration.workingTime, changes.list] as const
export const FORMS = [configuration.forms, changes.list] as const
export const CHECKLIST = [checklist.now, changes.list] as const
export const WORDS = [companyWords.all, changes.list] as const
export const ENQUIRY_CHECKS = [enquiryChecks.now, changes.list] as const
export const RETENTION = [retention.now, retention.impact, changes.list] as const
export const NOTIFICATION_DEFAULTS = [notifications.usuals, notifications.choices, changes.list] as const
export const SALES_EMAIL = [salesEmail.now, changes.list] as const
export const ROUTING = [configuration.routing, changes.list] as const
