import type { InvalidReason } from '#contract/leads/lead.ts'

export type Lines = readonly [string, ...string[]]

/** What an enquiry really is; QA finds out. */
export type Nature = 'genuine' | InvalidReason

export interface Facts {
  product: string
  quantity: number
  unit: string
  company: string
  city: string
  name: string
}

export const told = (template: string, facts: Facts) =>
  template.replaceAll(/\{(product|quantity|unit|company|city|name)\}/g, (_, fact: keyof Facts) => String(facts[fact]))

const genuine: Lines = [
  'We need {quantity} {unit}s of {product} for our plant in {city}. Please send your best price and delivery time.',
  'Kindly quote for {product}, quantity {quantity}. Delivery to {city}, terms CIF if possible.',
  'Hello, could you tell me the lead time for {quantity} × {product}? We have a shutdown planned in five weeks.',
  'Please share the datasheet and price of {product}. First order would be {quantity}, then the same every quarter.',
  'We are replacing our present supplier of {product}. About {quantity} a month. Whom can I talk to?',
  'Do you have {product} in stock? We need {quantity} urgently, our line in {city} is standing still.',
  'RFQ attached to our tender 24/118: {product}, {quantity} pieces. Validity of the offer 60 days, please.',
  'Can you supply {product} with a certificate of conformity? Quantity {quantity} to begin with.',
  'Good day, {company} is setting up a new laboratory in {city} and would like an offer for {quantity} {product} among other items.',
  'Please quote {quantity} × {product}, packed for export, and tell us the gross weight for our forwarder.',
  'I saw your {product} at a customer of ours. What is the price for {quantity}, and is there a discount above that?',
  'We have a project starting next month and will need {product} ({quantity}). A pro-forma invoice would help us to get the budget released.',
  'Could someone call me about {product}? I am not sure whether it is right for food contact. We would take {quantity}.',
  'Requesting a quotation for {product}. Qty: {quantity}. Delivery: {city}. Payment: 30 days net.',
  'Is {product} available for 110 V? If so please quote {quantity}.',
  'Our maintenance team asks for {quantity} {product} as spares. Same as last year’s order.',
  'Please offer {product}: {quantity} now, and a frame contract of four times that over the year.',
  'We are comparing three suppliers for {product}. Please send your offer for {quantity} by Friday.',
  'Need price of {product} with and without calibration certificate. {quantity} nos.',
  'Dear team, we distribute to universities around {city}. What would be your dealer price for {product} at {quantity} and up?',
  'Hi, quick one: price and availability for {quantity} × {product}, to be collected by our courier.',
  'Could you match the competitor’s offer for {product}? We have it in writing, for {quantity}. Our site is in {city}.',
  'We would like to test one {product} before we order {quantity}. Do you lend samples?',
  'Please confirm whether {product} comes with all fittings. We need {quantity} for {city} before the audit in March.',
  'Quotation needed for the attached list, first of all {quantity} {product}. The rest can follow.',
  'For our quality lab: {quantity} {product}. Please include installation and training.',
  'Your {product} was recommended by a colleague at a partner plant. Please quote {quantity} incl. freight to {city}.',
  'Hello from {city}! We need {product}, {quantity} of it, every month from the next quarter on.',
  'Please send a price list for {product} and similar. Expected volume {quantity} per order.',
  'What is your minimum order for {product}? We would start with {quantity}.',
  'We are a contractor for the water board and bid for {quantity} {product}. Need your offer with validity 90 days.',
  'Old supplier discontinued the model. Is {product} a drop-in replacement? If yes, {quantity} please.',
]

const others: Record<Exclude<Nature, 'genuine'>, Lines> = {
  spam_or_bot: [
    'Boost your ranking to page one!!! Click here http://rank.example',
    'CHEAP LOANS approved in 5 minutes, no documents',
    'Hello dear friend I have business proposal of 4.5M USD',
  ],
  restricted_domain: genuine,
  duplicate: [
    'Any news about my enquiry for {product}? I have not heard from you.',
    'Sending this again as I got no answer: {quantity} × {product}.',
    ...genuine.slice(0, 3),
  ],
  unreachable: ['Interested in {product}.', 'price pls', 'Call me about {product}', 'Need {quantity} {product} asap'],
  wrong_contact_details: [
    'Please send the offer for {product} to my office.',
    'Quote for {product} needed, {quantity}.',
    'Contact us for order of {product}.',
  ],
  not_our_product: [
    'Do you also sell office furniture? We need 40 desks in {city}.',
    'We are looking for a second-hand forklift, 3 t.',
    'Please quote 500 LED lamps for our warehouse.',
    'Looking for cement in bulk, 2,000 t, delivery {city}.',
    'We need printed T-shirts for our company day, 120 pieces.',
  ],
  job_seeker_or_vendor_pitch: [
    'I am a mechanical engineer with six years of experience and would like to apply for a position in {city}.',
    'We are a leading web design company and can redo your website at half the price.',
    'Please find attached my CV for the post of sales officer.',
    'We manufacture {product} in our own factory and would like to become your supplier.',
    'Our call centre can make 2,000 calls a day for you. When can we talk?',
  ],
  student_or_research: [
    'I am writing my master’s thesis and need the technical data of {product}. Could you send one free sample?',
    'For a school project: how does {product} work?',
    'Our student team takes part in a competition and looks for a sponsor. We would need one {product}.',
  ],
  competitor: [
    'Please send your complete price list with dealer margins.',
    'What do you charge for {product}, and who makes it for you?',
  ],
  test_submission: ['test', 'Test test 123', 'Testing the form, please ignore', 'asdf'],
  other: [
    'Where is your office in {city}?',
    'I would like to complain about the noise of your delivery van.',
    'Is your museum open on Sundays?',
  ],
}

export const messagesOf = (nature: Nature): Lines => (nature === 'genuine' ? genuine : others[nature])

/** What QA writes about an enquiry while looking at it. */
export const QA_COMMENTS: Lines = [
  'Called, asked for the exact size. Comes back to me tomorrow.',
  'Website fits, company is in the register.',
  'Left a message with the front desk.',
  'Spoke to {name}: they decide this week.',
  'Wants the certificate as well. Told them it comes with the offer.',
  'Email bounced once, went through on the second try.',
  'They bought from us two years ago under another name.',
  'Delivery address is a site in {city}, not the head office.',
  'Quantity looks high, but they confirmed {quantity}.',
  'No answer by phone, wrote an email.',
]

export const SALES_COMMENTS: Lines = [
  'Offer sent, follow-up on Thursday.',
  'They compare us with two others. Price is what matters.',
  'Asked for 5 % more discount, waiting for approval.',
  'Customer wants delivery in two parts.',
  'Order confirmed by phone, purchase order follows.',
  'Technical call with their engineer went well.',
  'Budget is released next quarter.',
  'Sent samples by courier.',
]

/** What a rep wants to come back to; some contacts leave nothing to write down. */
export const FOLLOW_UP_NOTES = [
  'Ask whether the sample arrived',
  'Send the quote again with the smaller motor',
  null,
  'Call after 14:00 local time',
  'Budget decision was due by then',
  'Ask for the hose length and the voltage',
  null,
] as const

export const LOST_REASONS = [
  ['price', 'A third above what they had planned for'],
  ['stock', 'Not in stock in time'],
  ['timing', 'The project was put off'],
  ['chose_competitor', 'They stay with who delivers to them now'],
  ['no_reply', 'No reply after three attempts'],
] as const

/** The note that goes with an invalid verdict; none for reasons that speak for themselves. */
export const REASON_NOTES: Partial<Record<InvalidReason, Lines>> = {
  unreachable: ['Three calls and two emails without an answer', 'Number is not in service, email unanswered'],
  wrong_contact_details: ['The number belongs to somebody else', 'Mailbox does not exist'],
  not_our_product: ['Nothing like it in the catalogue'],
  other: ['Not an enquiry', 'Asks for directions only', 'A complaint, handed on to operations'],
  competitor: ['Known reseller of a competing brand'],
  job_seeker_or_vendor_pitch: ['Application, passed on to HR', 'Wants to sell to us'],
}

export const RESTRICTED: readonly {
  domain: string
  effect: 'quarantine' | 'auto_invalid'
  match: 'subdomains' | 'exact'
  note: string | null
  active: boolean
}[] = [
  {
    domain: 'bulkmail.example',
    effect: 'auto_invalid',
    match: 'subdomains',
    note: 'Sends the same pitch every week',
    active: true,
  },
  {
    domain: 'rankfast.example',
    effect: 'auto_invalid',
    match: 'subdomains',
    note: 'Search engine offers',
    active: true,
  },
  {
    domain: 'tradehub-free.example',
    effect: 'quarantine',
    match: 'subdomains',
    note: 'Free addresses: some are real buyers',
    active: true,
  },
  {
    domain: 'campus-mail.example',
    effect: 'quarantine',
    match: 'subdomains',
    note: 'Students; a few are purchasing departments',
    active: true,
  },
  {
    domain: 'pricewatch.example',
    effect: 'quarantine',
    match: 'exact',
    note: 'Compares prices for a competitor',
    active: true,
  },
  { domain: 'oldreseller.example', effect: 'quarantine', match: 'subdomains', note: null, active: false },
]
