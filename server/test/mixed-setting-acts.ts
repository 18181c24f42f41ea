import { picksOf, type Call, type World } from './mixed-world.ts'

/** What is done to all that leads go by: lists, people, domains, settings; and to what is asked and said about them. */
export const settingActs = (world: World): (() => Promise<Call>)[] => {
  const { manager, qas, reps, guest, next } = world
  const { one, any, domain, daysFromNow } = picksOf(world)
  const onList = (list: string) => any('assignment_entries', `list = '${list}'`)
  const act =
    (
      method: NonNullable<Call['method']>,
      path: string | (() => Promise<string>),
      body: () => object | Promise<object> = () => ({}),
    ) =>
    async (): Promise<Call> => ({
      method,
      path: typeof path === 'string' ? path : await path(),
      body: await body(),
      token: manager.token,
    })
  const hours = () => {
    const day = one([[], [['09:00', '17:30']], [['00:00', '24:00']]])
    return {
      name: `Hours ${Math.ceil(next() * 4)}`,
      time_zone: one(['Europe/Lisbon', 'Asia/Karachi', 'Pacific/Auckland']),
      week: Array.from({ length: 7 }, (_, at) => (at ? day : [['00:00', '24:00']])),
      holidays: next() < 0.5 ? [] : [daysFromNow(1)],
    }
  }
  const caps = async () => ({
    calendar_id: one([null, await any('working_calendars')]),
    open_cap: one([null, 1, 5, 50]),
    daily_cap: one([null, 3, 100]),
    weight: one([0, 1, 2.5]),
    away_until: one([null, null, daysFromNow(3)]),
    accepts_sources: one([[], [], ['website_form']]),
  })

  return [
    act(
      'DELETE',
      async () => `/marketing/delete_qa_autoassign/${await onList('qa')}?open_work=${one(['keep', 'redistribute'])}`,
    ),
    act('POST', '/marketing/add_auto_assign_QA', () => ({ sid: one([...qas, guest]).id })),
    act('POST', '/marketing/add_auto_assign_QA', () => ({ sid: one([...qas, guest]).id })),
    act('PUT', async () => `/marketing/qa_autoassign_settings/${await onList('qa')}`, caps),
    act(
      'PUT',
      async () => `/marketing/update_qa_autoassign_status/${await onList('qa')}`,
      () => ({
        status: one(['active', 'paused']),
        weight: one([1, 2.5]),
      }),
    ),
    act('POST', '/marketing/delete_auto_assign_salesrep', async () => ({
      id: await onList('sales'),
      open_work: one(['keep', 'redistribute']),
    })),
    act('POST', '/marketing/add_auto_assign_salesrep', () => ({ sid: one(reps).id })),
    act('POST', '/marketing/add_auto_assign_salesrep', () => ({ sid: one(reps).id })),
    act('PUT', async () => `/marketing/salesrep_autoassign_settings/${await onList('sales')}`, caps),
    act('POST', '/marketing/update_auto_assign_salesrep', async () => ({
      id: await onList('sales'),
      status: one(['active', 'paused']),
    })),
    act('PUT', `/api/v1/people/${guest.id}/status/`, () => ({ status: one(['active', 'deactivated']) })),
    act('PUT', `/api/v1/people/${guest.id}/permissions/`, () => ({
      permissions: one([['assigned_leads_list', 'assigned_leads_edit_status'], ['valid_leads_list']]),
    })),
    act('PUT', '/marketing/update_checklist', () => ({
      version: Math.ceil(next() * 3),
      items: one([
        null,
        [{ question: 'Is it real?', blocking: true }],
        [{ item: 1, question: 'Really?', blocking: false }],
      ]),
    })),
    act('PUT', '/marketing/update_enquiry_checks', () => ({
      person_days: one([7, 30, 365]),
      fill_seconds: one([0, 3]),
      machine_effect: one(['auto_invalid', 'to_qa']),
      max_links: one([null, 0, 3]),
      words: one([[], ['casino'], ['casino', 'loan']]),
      text_effect: one(['auto_invalid', 'to_qa']),
    })),
    act('PUT', '/marketing/update_lead_routing', () => ({
      known_domains: next() < 0.5,
      acceptance_minutes: one([null, 1, 60]),
      release_overdue: next() < 0.5,
      qa_alert_minutes: one([null, 1]),
      qa_most_credit: one([0, 10]),
      sales_most_credit: one([0, 50]),
    })),
    act('PUT', '/marketing/update_sla_target', async () => ({
      clock: one(['handling', 'response']),
      source: one([null, 'website_form']),
      minutes: one([null, 1, 600]),
      calendar_id: one([null, await any('working_calendars')]),
    })),
    act('POST', '/marketing/add_working_calendar', hours),
    act('PUT', async () => `/marketing/update_working_calendar/${await any('working_calendars')}`, hours),
    act('PUT', async () => `/marketing/default_working_calendar/${await any('working_calendars')}`),
    act('DELETE', async () => `/marketing/delete_working_calendar/${await any('working_calendars')}`),
    act(
      'PUT',
      async () => `/marketing/update_intake_form/${await any('intake_forms')}`,
      () => ({ name: 'Mixed', allowed_origins: [], status: 'active', source: one([null, 'website_form']) }),
    ),
    act('POST', '/marketing/add_domain_for_restrict', () => ({
      domainName: domain(),
      effect: one(['quarantine', 'auto_invalid']),
    })),
    act(
      'PUT',
      async () => `/marketing/update_restrict_domain_status/${await any('restricted_domains')}`,
      () => ({
        status: one(['active', 'inactive']),
      }),
    ),
    act(
      'PUT',
      async () => `/marketing/update_domain/${await any('restricted_domains')}`,
      () => ({ domainName: domain(), effect: one(['quarantine', 'auto_invalid']) }),
    ),
    act('DELETE', async () => `/marketing/delete_domain/${await any('restricted_domains')}`),
    act('POST', '/marketing/add_allowed_domain', () => ({ domainName: domain() })),
    act('DELETE', async () => `/marketing/delete_allowed_domain/${await any('allowed_domains')}`),
    act('POST', '/marketing/submit_qc_answer', async () => ({ id: await any('qc_questions'), answer: 'Ten bar.' })),
    act('POST', '/marketing/add_qc_comment', async () => ({ id: await any('qc_questions'), comment: 'Sure?' })),
    act('POST', '/marketing/set_qc_question_state', async () => ({
      id: await any('qc_questions'),
      state: one(['reopened', 'closed']),
    })),
    act('POST', '/marketing/add_invalid_reason', () => ({ label: one(['Rude', 'Far away', 'Too small']) })),
    act('PUT', '/marketing/update_invalid_reason/unreachable', () => ({ hidden: next() < 0.2 })),
    act('PUT', '/marketing/update_status_words', () => ({ code: 'valid', label: one([null, 'Good', 'Fine']) })),
    act('POST', '/marketing/add_lead_source', () => ({ label: one(['Fair', 'Phone book']) })),
    act('PUT', '/marketing/update_lead_source', () => ({ code: 'website_form', hidden: next() < 0.3 })),
    act('PUT', '/marketing/update_sales_email', () => ({
      subject: one(['Hello', 'About {products}']),
      body: '{name}',
    })),
    act('PUT', '/marketing/update_retention', () => ({ invalid_months: one([null, 3, 36]) })),
    act('POST', '/marketing/lead_export', async () => ({
      selection: await any('selections'),
      columns: ['lead_no', 'name', 'email'] as const,
    })),
    act(
      'PUT',
      async () => `/marketing/lead_comments/${await any('lead_comments')}`,
      () => ({ pinned: next() < 0.5 }),
    ),
    act('POST', '/marketing/dataFetch_validmodal', async () => ({ enquiryId: await any('leads') })),
    act('POST', async () => `/marketing/jobs/${await any('jobs')}/${one(['cancel', 'retry'])}`),
    act('POST', '/marketing/saved_views', () => ({
      screen: 'marketing-marketing-leads-list',
      name: `V ${Math.floor(next() * 10)}`,
      params: { status: ['new'] },
    })),
    act('DELETE', async () => `/marketing/saved_views/${await any('saved_views')}`),
    act('POST', async () => `/marketing/saved_views/${await any('saved_views')}/restore`),
    act(
      'PUT',
      async () => `/marketing/saved_views/${await any('saved_views')}/share`,
      () => ({ shared: next() < 0.5 }),
    ),
    act('PUT', '/marketing/my_availability', () => ({ away_until: one([null, daysFromNow(2)]) })),
    act('POST', '/marketing/add_leads', () => ({
      name: 'By hand',
      email: `hand-${Math.floor(next() * 1e6)}@${domain()}`,
      source: 'phone',
      products: [{ product_name: 'Pump', quantity: 2 }],
    })),
  ]
}
