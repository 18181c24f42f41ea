// Written by `npm run tables` from the migrated database; a test holds it true.
import type { ColumnType, Generated } from 'kysely'

type Json = ColumnType<unknown, string, string>
type OptionalJson = ColumnType<unknown, string | undefined, string>

export interface Tables {
  allowed_domains: {
    company_id: number
    id: Generated<number>
    domain_name: string
    match: Generated<string>
    note: string | null
    created_by: number | null
    created_at: Generated<string>
    deleted_at: string | null
  }
  assignment_days: {
    company_id: number
    list: string
    staff_id: number
    day: string
    received: number
    share: number
    gifts: Generated<number>
  }
  assignment_decisions: {
    company_id: number
    id: Generated<number>
    lead_id: number
    list: string
    mode: string
    chosen: number | null
    replaced: number | null
    considered: OptionalJson
    tie_break: string | null
    change_set: string
    at: Generated<string>
    sticky: number | null
    occasion: string | null
    most_credit: number | null
  }
  assignment_entries: {
    company_id: number
    id: Generated<number>
    list: string
    staff_id: number
    status: Generated<string>
    weight: Generated<number>
    expected: Generated<number>
    received: Generated<number>
    last_assigned_at: string | null
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
    daily_cap: number | null
    open_cap: number | null
    accepts_countries: Generated<string[]>
    accepts_sources: Generated<string[]>
    accepts_categories: Generated<string[]>
    away_until: string | null
    calendar_id: number | null
  }
  assignment_lists: {
    company_id: number
    id: Generated<number>
    list: string
    seen: Generated<number>
    words: OptionalJson
    told: string | null
  }
  assignment_places: {
    company_id: number
    change_set: string
    list: string
    lead_id: number
    id: number
    waiting_since: string
    tx: string | null
    left_at: Generated<string>
  }
  assignment_queue: {
    company_id: number
    id: Generated<number>
    list: string
    lead_id: number
    waiting_since: Generated<string>
    tx: Generated<string | null>
    paused_until: string | null
  }
  assignment_settings: {
    company_id: number
    id: Generated<number>
    list: string
    sticky: Generated<boolean>
    updated_at: Generated<string>
    version: Generated<number>
    alert_minutes: number | null
    acceptance_minutes: number | null
    most_credit: Generated<number>
    release_overdue: Generated<boolean>
  }
  blog_authors: {
    company_id: number
    id: Generated<number>
    name: string
    slug: string
    email: Generated<string>
    role: Generated<string>
    bio: Generated<string>
    photo_id: number | null
    photo_alt: Generated<string>
    links: OptionalJson
    person_id: number | null
    status: Generated<string>
    replaced_by: number | null
    search_text: ColumnType<string, never, never>
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
    deleted_at: string | null
    erased_at: string | null
  }
  blog_categories: {
    company_id: number
    id: Generated<number>
    name: string
    slug: string
    description: Generated<string>
    position: Generated<number>
    replaced_by: number | null
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
    deleted_at: string | null
  }
  blog_count_deltas: {
    company_id: number
    xid: Generated<string>
    id: Generated<number>
    n: number
    status: string
    changes: string | null
  }
  blog_image_uses: {
    company_id: number
    image_id: number
    entity: string
    row_key: string
  }
  blog_images: {
    company_id: number
    id: Generated<number>
    key: string
    picture_id: number | null
    name: Generated<string>
    alt: Generated<string>
    focal_x: Generated<number>
    focal_y: Generated<number>
    state: Generated<string>
    unused_at: string | null
    added_by: number | null
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
    deleted_at: string | null
  }
  blog_page_uses: {
    company_id: number
    entity: string
    used_id: number
    post_id: number
  }
  blog_pages: {
    company_id: number
    post_id: number
    slug: string
    summary: Json
    json: string
    html: string
    search_text: string
    noindex: boolean
    published_at: string
    made_at: Generated<string>
  }
  blog_pages_due: {
    company_id: number
    id: Generated<number>
    post_id: number
  }
  blog_post_authors: {
    company_id: number
    post_id: number
    author_id: number
    draft: boolean
    live: boolean
    position: number
  }
  blog_post_categories: {
    company_id: number
    post_id: number
    category_id: number
    draft: boolean
    live: boolean
    position: number
  }
  blog_posts: {
    company_id: number
    id: Generated<number>
    post_no: Generated<number>
    slug: string
    live: Generated<boolean>
    work: Generated<string>
    archived_at: string | null
    archive_target_id: number | null
    draft_version: Generated<number | null>
    live_version: number | null
    publish_at: string | null
    publish_zone: string | null
    send_on_publish: Generated<boolean>
    first_published_at: string | null
    published_at: string | null
    review_by: number | null
    review_note: Generated<string>
    review_at: string | null
    reviewed_version: number | null
    title: Generated<string>
    search_text: Generated<string>
    words: Generated<number>
    faq_count: Generated<number>
    image_id: number | null
    blocking: Generated<number>
    advice: Generated<number>
    status: ColumnType<string, never, never>
    changes: ColumnType<string | null, never, never>
    created_by: number | null
    created_at: Generated<string>
    updated_by: number | null
    updated_at: Generated<string>
    version: Generated<number>
    deleted_at: string | null
    erased_at: string | null
  }
  blog_preview_links: {
    company_id: number
    id: Generated<number>
    post_id: number
    number: number | null
    token_hash: Buffer
    expires_at: string
    revoked_at: string | null
    opened: Generated<number>
    made_by: number | null
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
  }
  blog_redirects: {
    company_id: number
    id: Generated<number>
    from_path: string
    post_id: number
    made_by: string
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
    deleted_at: string | null
  }
  blog_versions: {
    company_id: number
    post_id: number
    number: number
    title: string
    slug: string
    document: Json
    excerpt: Generated<string>
    image_id: number
    image_alt: Generated<string>
    image_decorative: Generated<boolean>
    image_caption: Generated<string>
    author_ids: string[]
    category_ids: Generated<string[]>
    faq: OptionalJson
    seo_title: Generated<string>
    seo_description: Generated<string>
    og_image_id: number | null
    canonical_url: string | null
    noindex: Generated<boolean>
    words: number
    characters: number
    reading_minutes: number
    outline: OptionalJson
    links: OptionalJson
    image_ids: Generated<string[]>
    made_by: number | null
    made_at: Generated<string>
    kind: string
    from_version: number | null
    note: Generated<string>
    digest: Buffer
    blocking: Generated<number>
    advice: Generated<number>
  }
  blog_working_copies: {
    company_id: number
    person_id: number
    key: string
    post_id: number | null
    base_version: number | null
    fields: Json
    device: Generated<string>
    updated_at: Generated<string>
  }
  catalogue_settings: {
    company_id: number
    id: Generated<number>
    required_fields: Generated<string[]>
    hide_incomplete: Generated<boolean>
    code_pattern: string | null
    requirements_no: Generated<number>
    updated_at: Generated<string>
    version: Generated<number>
    deleted_at: string | null
  }
  category_attributes: {
    company_id: number
    id: Generated<number>
    category_id: number
    attribute_id: number
    required: Generated<boolean>
    position: Generated<number>
  }
  category_requirements: {
    company_id: number
    category_id: number
    attribute_id: number
    required: boolean
    required_by: number | null
    position: number
  }
  change_values: {
    company_id: number
    digest: Buffer
    salt: Buffer
    fields: ColumnType<unknown, string | null, string | null>
  }
  changes: {
    company_id: number
    id: Generated<number>
    at: Generated<string>
    actor_kind: string
    actor_id: number | null
    on_behalf_of: number | null
    channel: string
    change_set: string
    act: string
    entity: string
    entity_id: number
    root: string
    root_id: number
    version: number | null
    verb: string
    fields: Json
    personal: Buffer | null
    reason: string | null
    request_id: string | null
    tx: Generated<string | null>
  }
  checklist_versions: {
    company_id: number
    number: number
    items: OptionalJson
    created_at: Generated<string>
  }
  checklists: {
    company_id: number
    id: Generated<number>
    items: OptionalJson
    edition: number
    updated_at: Generated<string>
    version: Generated<number>
  }
  company: {
    company_id: number
    name: string
    domain: string | null
    logo_url: string | null
  }
  competitor_alert_hits: {
    company_id: number
    alert_id: number
    about: string
    post_id: number | null
    at: Generated<string>
  }
  competitor_alerts: {
    company_id: number
    id: Generated<number>
    name: string
    kind: string
    topic_ids: Generated<string[]>
    words: Generated<string[]>
    days: number | null
    people: Generated<number[]>
    active: Generated<boolean>
    added_by: number | null
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
    deleted_at: string | null
  }
  competitor_feeds: {
    company_id: number
    id: Generated<number>
    competitor_id: number
    url: string
    kind: string
    found_by: string
    path_prefix: Generated<string>
    full_text: Generated<string>
    keep_words: Generated<string[]>
    mute_words: Generated<string[]>
    interval_min: Generated<number>
    paused: Generated<boolean>
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
    deleted_at: string | null
  }
  competitor_post_bands: {
    company_id: number
    band: number
    value: number
    post_id: number
    at: string
  }
  competitor_post_deltas: {
    company_id: number
    xid: Generated<string>
    id: Generated<number>
    n: number
    competitor_id: number
    coverage: string
    leads: boolean
  }
  competitor_post_keys: {
    company_id: number
    competitor_id: number
    key: Buffer
    kind: string
    post_id: number | null
  }
  competitor_post_reads: {
    company_id: number
    person_id: number
    post_id: number
    read_at: string | null
    saved_at: string | null
  }
  competitor_post_revisions: {
    company_id: number
    id: Generated<number>
    post_id: number
    at: Generated<string>
    field: string
    old: string
    new: string
  }
  competitor_post_signatures: {
    company_id: number
    post_id: number
    signature: Buffer
  }
  competitor_post_similar: {
    company_id: number
    post_id: number
    our_post_id: number
    score: number
  }
  competitor_post_topics: {
    company_id: number
    post_id: number
    topic_id: number
    phrase: string
    place: string
    points: number
  }
  competitor_posts: {
    company_id: number
    id: Generated<number>
    competitor_id: number
    poll_id: number | null
    url: string
    title: string
    author: string | null
    published_at: string | null
    published_raw: string | null
    date_known: boolean
    sort_at: string
    seen_at: Generated<string>
    words: Generated<number>
    language: string | null
    excerpt: Generated<string>
    summary: Generated<string>
    text: Generated<string>
    html: Generated<string>
    image_url: string | null
    source: string
    cluster_id: Generated<number>
    cluster_by: number | null
    revisions: Generated<number>
    our_post_id: number | null
    our_score: number | null
    coverage: Generated<string>
    understood_at: string | null
    old_news: Generated<boolean>
    hidden_at: string | null
    hidden_by: number | null
    gone_at: string | null
    leads: ColumnType<boolean, never, never>
    search_text: ColumnType<string, never, never>
  }
  competitor_summaries: {
    company_id: number
    id: Generated<number>
    competitor_id: number | null
    from_date: string
    to_date: string
    kind: string
    sentences: Json
    digest: Buffer
    made_at: Generated<string>
  }
  competitor_summary_wishes: {
    company_id: number
    id: Generated<number>
    competitor_id: number | null
    from_date: string
    to_date: string
    zone: string
    wanted_at: Generated<string>
  }
  competitor_topics: {
    company_id: number
    id: Generated<number>
    name: string
    phrases: string[]
    colour: Generated<string>
    watch: Generated<boolean>
    source: Generated<string>
    category_id: number | null
    added_by: number | null
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
    deleted_at: string | null
  }
  competitors: {
    company_id: number
    id: Generated<number>
    name: string
    site: string
    host: string
    own: Generated<boolean>
    directory_company_id: number | null
    colour: Generated<string>
    note: Generated<string>
    paused: Generated<boolean>
    added_by: number | null
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
    deleted_at: string | null
  }
  contact_comments: {
    company_id: number
    id: Generated<number>
    message_id: number
    author_id: number
    body: string
    mentions: Generated<number[]>
    pinned: Generated<boolean>
    created_at: Generated<string>
    edited_at: string | null
  }
  contact_count_deltas: {
    company_id: number
    xid: Generated<string>
    id: Generated<number>
    n: number
    status: string
  }
  contact_messages: {
    company_id: number
    id: Generated<number>
    contact_no: Generated<number>
    name: string
    email: string
    email_domain: string
    phone: string | null
    phone_as_written: string | null
    company: Generated<string>
    subject: Generated<string>
    message: string
    page_url: string | null
    utm: OptionalJson
    country: string | null
    form_id: number | null
    source: Generated<string>
    status: Generated<string>
    handled_by: number | null
    spam_reasons: Generated<string[]>
    restricted_by: number | null
    lead_id: number | null
    repeats: Generated<number>
    message_hash: Buffer
    answered_at: string | null
    first_answer_minutes: number | null
    search_text: ColumnType<string, never, never>
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
    deleted_at: string | null
    erased_at: string | null
  }
  contact_replies: {
    company_id: number
    id: Generated<number>
    message_id: number
    text: string
    by_id: number
    mail_id: number | null
    at: Generated<string>
  }
  content_settings: {
    company_id: number
    id: Generated<number>
    review_required: Generated<boolean>
    updated_at: Generated<string>
    version: Generated<number>
  }
  demand_queue: {
    company_id: number
    id: Generated<number>
    lead_id: number
  }
  departments: {
    company_id: number
    id: number
    name: string
  }
  directory_companies: {
    company_id: number
    id: Generated<number>
    own: OptionalJson
    pinned: Generated<string[]>
    description: Generated<string>
    roles: Generated<string[]>
    tags: Generated<string[]>
    note: Generated<string>
    added_by: number | null
    merged_into: number | null
    removed_at: string | null
    name: Generated<string>
    website: string | null
    phone: string | null
    country: string | null
    state: string | null
    city: string | null
    zip_code: string | null
    address: string | null
    domain: string | null
    domains: Generated<string>
    domain_count: Generated<number>
    contact_count: Generated<number>
    leads_open: Generated<number>
    leads_all: Generated<number>
    leads_valid: Generated<number>
    leads_decided: Generated<number>
    valid_rate: number | null
    last_lead_id: number | null
    last_contact_at: string | null
    with_open: ColumnType<boolean, never, never>
    with_leads: ColumnType<boolean, never, never>
    search_text: ColumnType<string, never, never>
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
    deleted_at: string | null
  }
  directory_company_deltas: {
    company_id: number
    xid: Generated<string>
    id: Generated<number>
    n: number
    country: string | null
    with_open: boolean
    with_leads: boolean
  }
  directory_contact_deltas: {
    company_id: number
    xid: Generated<string>
    id: Generated<number>
    n: number
    country: string | null
    email_status: string
    with_company: boolean
    with_open: boolean
    with_leads: boolean
  }
  directory_contacts: {
    company_id: number
    id: Generated<number>
    own: OptionalJson
    pinned: Generated<string[]>
    tags: Generated<string[]>
    note: Generated<string>
    do_not_contact: Generated<boolean>
    added_by: number | null
    merged_into: number | null
    removed_at: string | null
    erased_at: string | null
    name: Generated<string>
    designation: string | null
    department: string | null
    email: string | null
    emails: Generated<string>
    email_status: Generated<string>
    phone: string | null
    country: string | null
    city: string | null
    directory_company_id: number | null
    company_name: string | null
    leads_open: Generated<number>
    leads_all: Generated<number>
    last_lead_id: number | null
    last_contact_at: string | null
    with_company: ColumnType<boolean, never, never>
    with_open: ColumnType<boolean, never, never>
    with_leads: ColumnType<boolean, never, never>
    search_text: ColumnType<string, never, never>
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
    deleted_at: string | null
  }
  directory_duplicate_groups: {
    company_id: number
    id: Generated<number>
    kind: string
    reason: string
    score: number
    total: number
    members: string[]
  }
  directory_facts: {
    company_id: number
    id: Generated<number>
    key_id: number
    field: string
    value: string
    source: string
    source_id: number
    at: string
  }
  directory_keys: {
    company_id: number
    id: Generated<number>
    kind: string
    key: string
    contact_id: number | null
    contact_origin: number | null
    directory_company_id: number | null
    company_origin: number | null
    status: Generated<string>
    last_source: string | null
    last_source_id: number | null
    created_at: Generated<string>
  }
  directory_leads: {
    company_id: number
    lead_id: number
    contact_key_id: number | null
    company_key_id: number | null
    open: boolean
    decided: boolean
    valid: boolean
    at: string
    last_at: string
  }
  directory_merges: {
    company_id: number
    id: Generated<number>
    kind: string
    winner_id: number
    loser_id: number
    merged_by: number
    merged_at: Generated<string>
    before: Json
    taken: Json
    unmerged_by: number | null
    unmerged_at: string | null
  }
  directory_queue: {
    company_id: number
    id: Generated<number>
    source: string
    source_id: number
  }
  directory_splits: {
    company_id: number
    id: Generated<number>
    domain: string
    from_company_id: number
    to_company_id: number
    split_by: number
    split_at: Generated<string>
  }
  dismissed_gaps: {
    company_id: number
    id: Generated<number>
    topic_id: number
    reason: string
    dismissed_by: number
    dismissed_at: Generated<string>
    deleted_at: string | null
  }
  dismissed_suggestions: {
    company_id: number
    id: Generated<number>
    domain_name: string
    created_by: number
    created_at: Generated<string>
  }
  duplicate_checks: {
    company_id: number
    id: Generated<number>
    lead_id: number
    apart: Generated<boolean>
  }
  duplicate_groups: {
    company_id: number
    id: Generated<number>
    kind: string
    leads: number
    newest_id: number
  }
  duplicate_keys: {
    company_id: number
    lead_id: number
    kind: string
    key: string
    at: string
  }
  duplicate_members: {
    company_id: number
    lead_id: number
    group_id: number
  }
  duplicate_sweeps: {
    company_id: number
    nearest_days: number
    farthest_days: number
    apart: boolean
    lead_id: Generated<number>
  }
  enquiry_checks: {
    company_id: number
    id: Generated<number>
    person_days: Generated<number>
    fill_seconds: Generated<number>
    machine_effect: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
    phone_country: string | null
    max_links: number | null
    words: Generated<string[]>
    text_effect: Generated<string>
  }
  feed_polls: {
    company_id: number
    id: Generated<number>
    feed_id: number
    at: Generated<string>
    outcome: string
    http_status: number | null
    bytes: Generated<number>
    new: Generated<number>
    changed: Generated<number>
    ms: Generated<number>
    sentence: Generated<string>
  }
  feed_states: {
    company_id: number
    feed_id: number
    state: Generated<string>
    sentence: Generated<string>
    title: Generated<string>
    language: string | null
    etag: string | null
    last_modified: string | null
    digest: Buffer | null
    item_digests: Generated<string[]>
    next_at: Generated<string>
    failures: Generated<number>
    gone_times: Generated<number>
    gone_since: string | null
    last_poll_at: string | null
    last_ok_at: string | null
    last_full_at: string | null
    last_new_at: string | null
    cadence_hours: number | null
    redirect_url: string | null
    redirect_since: string | null
    told_at: string | null
    host: Generated<string>
    wanted_at: string | null
    checks: Generated<string[]>
    token: string | null
    claimed_at: string | null
  }
  file_chunks: {
    company_id: number
    file_id: number
    part: number
    piece: number
    bytes: number
    sha256: Buffer
    deflated: boolean
    content: Buffer
  }
  files: {
    company_id: number
    id: Generated<number>
    entity: string
    entity_id: number
    type: string
    bytes: number | null
    sha256: Buffer | null
    expires_at: string | null
    created_at: Generated<string>
  }
  idempotency_keys: {
    company_id: number
    scope: string
    key: string
    request: Buffer
    status: number | null
    answer: ColumnType<unknown, string | null, string | null>
    created_at: Generated<string>
    change_set: string | null
  }
  ignored_product_names: {
    company_id: number
    id: Generated<number>
    key: string
    text: string
    created_at: Generated<string>
  }
  import_keys: {
    company_id: number
    import_id: number
    key: string
    row_no: number
  }
  import_mappings: {
    company_id: number
    header: Buffer
    fields: Json
    updated_at: Generated<string>
    entity: string
  }
  import_parts: {
    company_id: number
    import_id: number
    no: number
    bytes: number
    broken: number
    letters: Generated<number>
  }
  import_rows: {
    company_id: number
    import_id: number
    row_no: number
    outcome: string
    reasons: OptionalJson
    cells: string[]
    known_id: number | null
    known_row: number | null
    decision: string | null
    known_by: string[] | null
  }
  imported_directory_companies: {
    company_id: number
    import_id: number
    directory_company_id: number
    added: boolean
    at: Generated<string>
    touched_at: string | null
    touched_by: number | null
  }
  imported_directory_contacts: {
    company_id: number
    import_id: number
    contact_id: number
    added: boolean
    at: Generated<string>
    touched_at: string | null
    touched_by: number | null
  }
  imported_leads: {
    company_id: number
    import_id: number
    lead_id: number
    change_set: string
    touched_at: string | null
    touched_by: number | null
  }
  imported_products: {
    company_id: number
    import_id: number
    product_id: number
    added: boolean
    change_set: string
    touched_at: string | null
    touched_by: number | null
  }
  imports: {
    company_id: number
    id: Generated<number>
    file_name: string
    bytes: number
    encoding: Generated<string>
    separator: Generated<string>
    header: Generated<boolean>
    options: OptionalJson
    duplicates: Generated<string>
    columns: OptionalJson
    remembered: Generated<boolean>
    state: Generated<string>
    job_id: number | null
    row_at: Generated<number>
    counts: OptionalJson
    removed: Generated<number>
    kept: Generated<number>
    created_by: number
    created_at: Generated<string>
    finished_at: string | null
    reverted_at: string | null
    updated_at: Generated<string>
    version: Generated<number>
    encoding_guessed: Generated<boolean>
    entity: string
    warnings: OptionalJson
    first_row: Generated<number>
  }
  intake_forms: {
    company_id: number
    id: Generated<number>
    name: string
    status: Generated<string>
    allowed_origins: Generated<string[]>
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
    source: string | null
    phone_country: string | null
  }
  intake_keys: {
    company_id: number
    id: Generated<number>
    form_id: number
    made_by: number
    made_at: Generated<string>
  }
  invalid_reasons: {
    company_id: number
    id: Generated<number>
    code: string
    label: string | null
    hidden: Generated<boolean>
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
    deleted_at: string | null
  }
  job_results: {
    company_id: number
    id: Generated<number>
    job_id: number
    subject: number
    outcome: string
    message: string | null
    entity: string | null
  }
  jobs: {
    company_id: number
    id: Generated<number>
    kind: string
    title: string
    input: Json
    person_id: number | null
    state: Generated<string>
    cursor: Generated<number>
    done: Generated<number>
    total: number | null
    outcomes: OptionalJson
    message: string | null
    change_set: Generated<string>
    retry_of: number | null
    cancel_asked_at: string | null
    run_from: Generated<string>
    claimed_by: string | null
    token: Generated<number>
    heartbeat_at: string | null
    failures: Generated<number>
    created_at: Generated<string>
    started_at: string | null
    finished_at: string | null
  }
  lead_acceptances: {
    company_id: number
    id: Generated<number>
    lead_id: number
    staff_id: number
    given_at: Generated<string>
    passed_on: Generated<boolean>
    due_at: string | null
    reminded_at: string | null
    opened_at: string | null
    escalated_at: string | null
  }
  lead_clocks: {
    company_id: number
    lead_id: number
    clock: string
    started_at: string
    target_ms: number
    calendar_id: number
    due_at: string | null
    paused_at: string | null
    paused_ms: Generated<number>
    answered_at: string | null
    took_ms: number | null
    revision: number
    pauses: OptionalJson
    kept_at: string | null
  }
  lead_clocks_taken: {
    company_id: number
    change_set: string
    lead_id: number
    clock: string
    was: Json
    taken_at: Generated<string>
  }
  lead_comments: {
    company_id: number
    id: Generated<number>
    lead_id: number
    author_id: number
    body: string
    mentions: Generated<number[]>
    pinned: Generated<boolean>
    created_at: Generated<string>
    edited_at: string | null
  }
  lead_count_deltas: {
    company_id: number
    xid: Generated<string>
    id: Generated<number>
    n: number
    kind: string
    source: string
    status: string
    enquiry_status: string | null
    assigned_qa: number | null
    sales_person: number | null
    quarantined_by: number | null
    created_at: string
    validated_at: string | null
    reason_code: string | null
    response_bucket: number | null
    in_time: boolean | null
  }
  lead_items: {
    company_id: number
    id: Generated<number>
    lead_id: number
    product_id: number | null
    product_name: string
    quantity: number
    total_quantity: number
  }
  lead_merges: {
    company_id: number
    id: Generated<number>
    winner_id: number
    loser_id: number
    merged_by: number
    merged_at: Generated<string>
    change_set: string
    moved: OptionalJson
    queued: OptionalJson
    unmerged_by: number | null
    unmerged_at: string | null
  }
  lead_presence: {
    company_id: number
    lead_id: number
    person_id: number
    at: Generated<string>
  }
  lead_rollup_states: {
    company_id: number
    snapshot: string
    since: ColumnType<string, never, never>
    minutes_ahead: Generated<number>
    stamp: Generated<string>
  }
  lead_rollups: {
    company_id: number
    axis: string
    level: number
    block: number
    key: string
    part: string
    n: number
  }
  lead_sources: {
    company_id: number
    id: Generated<number>
    code: string
    label: string | null
    hidden: Generated<boolean>
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
    deleted_at: string | null
  }
  lead_submissions: {
    company_id: number
    lead_id: number
    digest: Buffer | null
    times: Generated<number>
    last_at: Generated<string>
  }
  lead_texts: {
    company_id: number
    id: number
    kind: string
    source: string
    status: string
    enquiry_status: string | null
    assigned_qa: number | null
    sales_person: number | null
    quarantined_by: number | null
    reason_code: string | null
    created_at: string
    validated_at: string | null
    text: string
  }
  lead_verdicts: {
    company_id: number
    id: Generated<number>
    lead_id: number
    verdict: string
    by_person: number | null
    at: Generated<string>
    company: string | null
    country: string | null
    zip_code: string | null
    city: string | null
    state: string | null
    address: string | null
    email: string | null
    phone: string | null
    website: string | null
    comments: string | null
    products: OptionalJson
    reason_code: string | null
    reason_note: string | null
    checklist: ColumnType<unknown, string | null, string | null>
    checklist_version: number | null
    evidence: ColumnType<unknown, string | null, string | null>
  }
  leads: {
    company_id: number
    id: Generated<number>
    lead_no: Generated<number>
    kind: Generated<string>
    name: string
    email: string | null
    email_domain: ColumnType<string | null, never, never>
    phone: string | null
    phone_sent: string | null
    company: string | null
    website: string | null
    country: string | null
    state: string | null
    city: string | null
    zip_code: string | null
    address: string | null
    message: string | null
    source: string
    utm: ColumnType<unknown, string | null, string | null>
    form_id: number | null
    status: Generated<string>
    status_at: Generated<string>
    enquiry_status: string | null
    reason_code: string | null
    reason_note: string | null
    duplicate_of: number | null
    on_hold_until: string | null
    quarantined_by: number | null
    spam_signals: Generated<string[]>
    assigned_qa: number | null
    assigned_how: string | null
    sales_person: number | null
    created_by: number | null
    verdict_id: number | null
    total_quantity: Generated<number>
    created_at: Generated<string>
    assigned_at: string | null
    in_progress_at: string | null
    validated_at: string | null
    validated_by: number | null
    sales_assigned_at: string | null
    first_response_at: string | null
    updated_at: Generated<string>
    version: Generated<number>
    deleted_at: string | null
    lost_reason: string | null
    nurture_until: string | null
    products_version: number | null
    account_type: string | null
    import_id: number | null
    erased_at: string | null
    released_by: number | null
    released_how: string | null
    further: ColumnType<unknown, string | null, string | null>
    name_is_company: boolean | null
    job_title: string | null
    tags: string[] | null
    external_id: string | null
    follow_up_on: string | null
    reached_by: string | null
    enquiry_at: string | null
    sales_note: string | null
  }
  list_count_floors: {
    company_id: number
    xid: string
    entity: string
  }
  list_counts: {
    company_id: number
    key: Buffer
    filter: Json
    n: number
    snapshot: string
    since: ColumnType<string, never, never>
    taken_at: Generated<string>
    entity: string
  }
  list_preferences: {
    company_id: number
    person_id: number
    screen: string
    default_view: string | null
    columns: string[] | null
    sort: string | null
    order: string | null
  }
  mail_settings: {
    company_id: number
    id: Generated<number>
    from_name: Generated<string>
    reply_to: Generated<string>
    hold_minutes: Generated<number>
    per_minute: number | null
    footer: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
  }
  mail_texts: {
    company_id: number
    id: Generated<number>
    subject: string
    preheader: Generated<string>
    plain: string
    html: string
    from_name: string | null
    reply_to: string | null
    automatic: Generated<boolean>
    created_at: Generated<string>
  }
  mailing_blocks: {
    company_id: number
    mailing_id: number
    no: number
    ids: string[]
  }
  mailings: {
    company_id: number
    id: Generated<number>
    kind: string
    text_id: number
    state: Generated<string>
    total: number
    blocks: number
    expanded: Generated<number>
    per_minute: number | null
    releases_at: string
    started_at: string | null
    finished_at: string | null
    stopped_code: string | null
    stopped_reason: string | null
    counts: OptionalJson
    watched: OptionalJson
    token: string | null
    seen_at: string | null
    made_by: number | null
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
  }
  mails: {
    company_id: number
    id: Generated<number>
    kind: string
    mailing_id: number | null
    text_id: number | null
    for_id: number | null
    address: string
    state: Generated<string>
    token: string | null
    attempts: Generated<number>
    next_at: string | null
    handed_at: string | null
    done_at: string | null
    class: string | null
    code: string | null
    reply: string | null
    created_at: Generated<string>
  }
  measurement_units: {
    code: string
    family: string
    factor: number
    offset: number
  }
  newsletter_bounces: {
    company_id: number
    id: Generated<number>
    subscriber_id: number | null
    mail_id: number | null
    mailing_id: number | null
    class: string
    code: string | null
    reply: Generated<string>
    received_by: string
    raw: string | null
    digest: Buffer
    at: Generated<string>
  }
  newsletter_confirmations: {
    company_id: number
    id: Generated<number>
    subscriber_id: number | null
    mailbox_hash: Buffer
    mail_id: number | null
    expires_at: Generated<string>
    used_at: string | null
    created_at: Generated<string>
  }
  newsletter_consents: {
    company_id: number
    id: Generated<number>
    subscriber_id: number | null
    email_hash: Buffer
    what: string
    wording: Generated<string>
    form_id: number | null
    page_url: string | null
    network: string | null
    user_agent: string | null
    proof: Generated<string>
    person_id: number | null
    at: Generated<string>
  }
  newsletter_count_deltas: {
    company_id: number
    xid: Generated<string>
    id: Generated<number>
    n: number
    status: string
    source: string
  }
  newsletter_subscribers: {
    company_id: number
    id: Generated<number>
    email: string
    name: Generated<string>
    locale: string | null
    note: Generated<string>
    status: Generated<string>
    status_at: Generated<string>
    status_source: string
    status_reason: Generated<string>
    blocked_from: string | null
    source: string
    form_id: number | null
    import_id: number | null
    utm: OptionalJson
    confirmed_at: string | null
    unsubscribed_at: string | null
    last_mail_at: string | null
    hard_bounces: Generated<number>
    soft_bounces: Generated<number>
    soft_since: string | null
    last_bounce_at: string | null
    search_text: ColumnType<string, never, never>
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
    deleted_at: string | null
    erased_at: string | null
  }
  newsletter_suppressed: {
    company_id: number
    email_hash: Buffer
    at: Generated<string>
  }
  not_directory_duplicates: {
    company_id: number
    id: Generated<number>
    kind: string
    one_id: number
    other_id: number
    said_by: number
    said_at: Generated<string>
  }
  not_duplicates: {
    company_id: number
    id: Generated<number>
    lead_id: number
    other_id: number
    said_by: number
    said_at: Generated<string>
  }
  not_product_duplicates: {
    company_id: number
    id: Generated<number>
    product_id: number
    other_id: number
    said_by: number
    said_at: Generated<string>
  }
  notification_digests: {
    company_id: number
    id: Generated<number>
    person_id: number
    created_at: Generated<string>
    sent_at: string | null
    failure: string | null
  }
  notification_preferences: {
    company_id: number
    person_id: number
    kind: string
    in_app: boolean | null
    digest: string | null
    digest_since: Generated<string>
    followed_at: string | null
  }
  notification_usuals: {
    company_id: number
    id: Generated<number>
    kind: string
    in_app: Generated<boolean>
    digest: Generated<string>
    digest_since: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
  }
  notifications: {
    company_id: number
    id: Generated<number>
    person_id: number
    kind: string
    thing: string
    subject_ids: Generated<string[]>
    detail: OptionalJson
    actor_id: number | null
    change_set: string
    in_app: Generated<boolean>
    created_at: Generated<string>
    read_at: string | null
    digest_id: number | null
    tx: Generated<string | null>
    entity: string | null
  }
  own_post_states: {
    company_id: number
    digest: Generated<string>
    topics: Generated<string>
    last_id: number | null
  }
  own_post_topics: {
    company_id: number
    topic_id: number
    post_id: number
    published_at: string
  }
  picture_sizes: {
    company_id: number
    id: Generated<number>
    picture_id: number
    size: number
    width: number
    height: number
    format: Generated<string>
    cut: Generated<string>
  }
  pictures: {
    company_id: number
    id: Generated<number>
    sha256: Buffer
    width: number
    height: number
    bytes: number
    uses: Generated<number>
    unused_at: Generated<string | null>
    created_at: Generated<string>
  }
  post_mailings: {
    company_id: number
    mailing_id: number
    post_id: number
    live_version: number
    edition: number
    audience: Json
    excluded: OptionalJson
  }
  product_asks: {
    company_id: number
    lead_id: number
    product_id: Generated<number>
    key: Generated<string>
    text: string
    at: string
    day: string
    state: string
  }
  product_attribute_options: {
    company_id: number
    id: Generated<number>
    attribute_id: number
    code: string
    label: string
    position: Generated<number>
    retired: Generated<boolean>
    version: Generated<number>
    updated_at: Generated<string>
    deleted_at: string | null
  }
  product_attributes: {
    company_id: number
    id: Generated<number>
    code: string
    label: string
    grouped_under: Generated<string>
    type: string
    position: Generated<number>
    help: string | null
    max_length: number | null
    mask: string | null
    min: string | null
    max: string | null
    decimals: number | null
    family: string | null
    units: Generated<string[]>
    default_unit: string | null
    unique_values: Generated<boolean>
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
    deleted_at: string | null
  }
  product_categories: {
    company_id: number
    id: Generated<number>
    parent_id: number | null
    code: string
    name: string
    position: Generated<number>
    requires_image: Generated<boolean>
    image_required: Generated<boolean>
    requirements_no: Generated<number>
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
    deleted_at: string | null
  }
  product_count_deltas: {
    company_id: number
    xid: Generated<string>
    id: Generated<number>
    n: number
    category_id: number | null
    category: string | null
    brand: string | null
    discoverable: boolean
    complete: boolean
  }
  product_demand: {
    company_id: number
    product_id: number
    asked_30: Generated<number>
    asked_90: Generated<number>
    valid_90: Generated<number>
    decided_90: Generated<number>
    last_lead_at: string | null
  }
  product_demand_days: {
    company_id: number
    product_id: Generated<number>
    key: Generated<string>
    day: string
    asked: number
    valid: number
    invalid: number
  }
  product_demand_states: {
    company_id: number
    zone: string
    today: string
  }
  product_gaps: {
    company_id: number
    product_id: number
    at: Generated<string>
    seen: Generated<boolean>
  }
  product_keys: {
    company_id: number
    product_id: number
    kind: string
    key: string
  }
  product_merges: {
    company_id: number
    id: Generated<number>
    winner_id: number
    loser_id: number
    merged_by: number
    merged_at: Generated<string>
    taken: Json
    moved: Json
    unmerged_by: number | null
    unmerged_at: string | null
  }
  product_pictures: {
    company_id: number
    id: Generated<number>
    product_id: number
    picture_id: number | null
    position: number
    alt: Generated<string>
    name: Generated<string>
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
    deleted_at: string | null
  }
  product_synonyms: {
    company_id: number
    id: Generated<number>
    key: string
    text: string
    product_id: number
    source: Generated<string>
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
  }
  product_values: {
    company_id: number
    id: Generated<number>
    product_id: number
    attribute_id: number
    value: ColumnType<unknown, string | null, string | null>
    source: string
    source_id: number | null
    filled: ColumnType<boolean, never, never>
    text_value: ColumnType<string | null, never, never>
    base_from: number | null
    base_to: number | null
    unique_key: string | null
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
    deleted_at: string | null
  }
  products: {
    company_id: number
    id: Generated<number>
    code: string
    name: string
    category: string | null
    brand: string | null
    unit: string | null
    description: string | null
    usual_min: number | null
    usual_max: number | null
    discoverable: Generated<boolean>
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
    deleted_at: string | null
    category_id: number | null
    gtin: string | null
    merged_into: number | null
    required_count: Generated<number>
    filled_count: Generated<number>
    requirements_no: Generated<number>
    complete: ColumnType<boolean, never, never>
    completeness: ColumnType<number, never, never>
    search_text: ColumnType<string, never, never>
  }
  qc_answers: {
    company_id: number
    id: Generated<number>
    question_id: number
    answer: string
    answered_by: number
    answered_at: Generated<string>
  }
  qc_comments: {
    company_id: number
    id: Generated<number>
    question_id: number
    author_id: number
    body: string
    created_at: Generated<string>
    mentions: Generated<number[]>
    pinned: Generated<boolean>
    edited_at: string | null
  }
  qc_questions: {
    company_id: number
    id: Generated<number>
    question: string
    topic: string
    lead_id: number | null
    product_id: number | null
    asked_by: number
    asked_at: Generated<string>
    due_on: string | null
    state: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
    product_name: string | null
  }
  qc_texts: {
    company_id: number
    question_id: number
    question: string
    answer: string | null
  }
  qc_words: {
    company_id: number
    word: string
    question_id: number
  }
  recent_leads: {
    company_id: number
    person_id: number
    lead_id: number
    opened_at: Generated<string>
  }
  restricted_domain_hits: {
    company_id: number
    id: Generated<number>
    domain_id: number
    lead_id: number
    at: Generated<string>
  }
  restricted_domains: {
    company_id: number
    id: Generated<number>
    domain_name: string
    status: Generated<string>
    match: Generated<string>
    effect: Generated<string>
    note: string | null
    source: Generated<string>
    created_by: number | null
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
    deleted_at: string | null
  }
  retention_settings: {
    company_id: number
    id: Generated<number>
    invalid_months: number | null
    updated_at: Generated<string>
    version: Generated<number>
  }
  sales_email_settings: {
    company_id: number
    id: Generated<number>
    subject: string
    body: string
    updated_at: Generated<string>
    version: Generated<number>
  }
  saved_views: {
    company_id: number
    id: Generated<number>
    owner_id: number
    screen: string
    name: string
    shared: Generated<boolean>
    params: OptionalJson
    columns: string[] | null
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
    deleted_at: string | null
  }
  seal_rounds: {
    company_id: number
    id: Generated<number>
    last_seal: number
    link: Buffer
    upto: string
    at: Generated<string>
  }
  seals: {
    company_id: number
    id: number
    change_id: number
    link: Buffer
  }
  selection_rows: {
    company_id: number
    selection_id: number
    place: number
    ids: string[]
  }
  selections: {
    company_id: number
    id: Generated<number>
    person_id: number
    count: Generated<number>
    created_at: Generated<string>
    entity: string
  }
  sites: {
    company_id: number
    id: Generated<number>
    name: Generated<string>
    site_url: Generated<string>
    allowed_origins: Generated<string[]>
    postal_address: Generated<string>
    publisher_name: Generated<string>
    publisher_logo_id: number | null
    default_og_image_id: number | null
    locale: Generated<string>
    feed_size: Generated<number>
    status: Generated<string>
    key: string | null
    key_made_by: number | null
    key_made_at: string | null
    feed_id: Generated<string>
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
  }
  sla_revisions: {
    company_id: number
    revision: number
  }
  sla_targets: {
    company_id: number
    id: Generated<number>
    clock: string
    source: string | null
    minutes: number
    calendar_id: number | null
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
  }
  staff: {
    company_id: number
    id: number
    name: string
    email: string
    time_zone: string
    status: string
    permissions: string[]
    department_id: number | null
    department: string | null
    designation_id: number | null
    designation: string | null
    is_primary: boolean
  }
  status_words: {
    company_id: number
    id: Generated<number>
    code: string
    label: string | null
    colour: string | null
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
  }
  topic_walks: {
    company_id: number
    topic_id: number
    version: number
    last_id: Generated<number>
  }
  undos: {
    company_id: number
    id: Generated<number>
    undone: string
    change_set: string
    by_person: number
    at: Generated<string>
  }
  unmatched_names: {
    company_id: number
    id: Generated<number>
    key: string
    text: string
    asked: number
    asked_90: number
    valid_90: number
    first_at: string
    last_at: string
  }
  vendor_asks: {
    company_id: number
    id: Generated<number>
    vendor_id: number
    product_ids: string[]
    fields: string[]
    message: string | null
    contact_name: string | null
    contact_email: string | null
    token_hash: Buffer
    asked_by: number | null
    asked_at: Generated<string>
    expires_at: Generated<string>
    opened_at: string | null
    answered_at: string | null
    revoked_at: string | null
    updated_at: Generated<string>
    version: Generated<number>
    deleted_at: string | null
    erased_at: string | null
  }
  vendor_update_fields: {
    company_id: number
    id: Generated<number>
    update_id: number
    field: string
    then_value: ColumnType<unknown, string | null, string | null>
    requested: ColumnType<unknown, string | null, string | null>
    applied: ColumnType<unknown, string | null, string | null>
    raw: string | null
    problem: string | null
    decision: Generated<string>
    reason: string | null
    position: Generated<number>
  }
  vendor_updates: {
    company_id: number
    id: Generated<number>
    vendor_id: number
    vendor_name: string
    contact_name: string | null
    contact_email: string | null
    contact_phone: string | null
    product_id: number
    product_version: number
    channel: string
    note: string | null
    requested_on: Generated<string>
    added_by: number | null
    status: Generated<string>
    reason: string | null
    reviewer: number | null
    decided_on: string | null
    superseded_by: number | null
    asked_id: number | null
    updated_at: Generated<string>
    version: Generated<number>
    deleted_at: string | null
    erased_at: string | null
  }
  vendors: {
    company_id: number
    id: Generated<number>
    name: string
    created_at: Generated<string>
  }
  working_calendars: {
    company_id: number
    id: Generated<number>
    name: string
    default_at: string | null
    time_zone: string
    week: OptionalJson
    holidays: Generated<string[]>
    created_at: Generated<string>
    updated_at: Generated<string>
    version: Generated<number>
    holiday_names: OptionalJson
  }
  'identity.answers': {
    person_id: number
    scope: string
    key: Buffer
    request: Buffer
    answer: Buffer | null
    created_at: Generated<string>
  }
  'identity.broadcasts': {
    id: Generated<number>
    session_id: string
    tab_id: string
    type: string
    data: Json
    created_at: Generated<string>
  }
  'identity.companies': {
    id: Generated<number>
    name: string
    domain: string | null
    logo_url: string | null
    currency: Generated<string>
    currency_symbol: Generated<string>
    created_at: Generated<string>
  }
  'identity.departments': {
    company_id: number
    id: Generated<number>
    name: string
    position: Generated<number>
    retired: Generated<boolean>
    version: Generated<number>
    updated_at: Generated<string>
  }
  'identity.designations': {
    company_id: number
    id: Generated<number>
    department_id: number
    name: string
    position: Generated<number>
    retired: Generated<boolean>
    version: Generated<number>
    updated_at: Generated<string>
  }
  'identity.due': {
    id: Generated<number>
    company_id: number
    kind: string
    at: Generated<string>
  }
  'identity.due_turns': {
    company_id: number
    kind: string
    token: Generated<number>
    heartbeat_at: Generated<string | null>
    served_at: Generated<string>
    run_from: Generated<string>
    failures: Generated<number>
    failing_since: string | null
    error: string | null
  }
  'identity.form_keys': {
    hash: Buffer
    company_id: number
    form_id: number
  }
  'identity.invitations': {
    hash: Buffer
    company_id: number
    person_id: number
    email: string
    permissions: string[]
    invited_by: number
    created_at: Generated<string>
    ends_at: Generated<string>
    accepted_at: string | null
    mailed: Generated<boolean>
  }
  'identity.live_messages': {
    id: Generated<number>
    payload: string
    at: Generated<string>
  }
  'identity.mail_pace': {
    company_id: number
    ready: number
    counted_at: Generated<string>
  }
  'identity.mail_server': {
    one: Generated<boolean>
    factor: Generated<number>
    failures: Generated<number>
    failing_since: string | null
    name: Generated<string>
    epoch: Generated<number>
  }
  'identity.memberships': {
    company_id: number
    id: number
    is_primary: Generated<boolean>
    is_admin: Generated<boolean>
    status: Generated<string>
    department_id: number | null
    designation_id: number | null
    permissions: Generated<string[]>
    created_at: Generated<string>
    viewed_by: number | null
    viewed_at: string | null
    invited_as: string | null
    reset_by: number | null
    reset_at: string | null
    invited_by: number | null
    invited_at: string | null
  }
  'identity.password_resets': {
    hash: Buffer
    email: string
    person_id: number | null
    company_id: number | null
    made_by: number | null
    mailed: boolean
    created_at: Generated<string>
    ends_at: string
    used_at: string | null
  }
  'identity.people': {
    id: Generated<number>
    email: string
    password_hash: string | null
    first_name: string
    last_name: Generated<string>
    image_url: string | null
    is_superuser: Generated<boolean>
    user_type: string | null
    country_id: number | null
    currency: Generated<string>
    date_format: Generated<string>
    time_zone: Generated<string>
    created_at: Generated<string>
    proven_at: string | null
  }
  'identity.picture_keys': {
    key: string
    company_id: number
  }
  'identity.preview_links': {
    hash: Buffer
    company_id: number
  }
  'identity.refresh_tokens': {
    hash: Buffer
    session_id: string
    issued_at: Generated<string>
    rotated_at: string | null
  }
  'identity.sessions': {
    id: Generated<string>
    person_id: number
    company_id: number
    code: Generated<string>
    user_agent: Generated<string>
    address: Generated<string>
    viewed_as: number | null
    created_at: Generated<string>
    last_seen_at: Generated<string>
    ends_at: Generated<string>
    revoked_at: string | null
    revoked_why: string | null
  }
  'identity.sign_in_failures': {
    account: Buffer
    address: string
    at: Generated<string>
    pool: Generated<string>
  }
  'identity.site_keys': {
    hash: Buffer
    company_id: number
  }
  'identity.tabs': {
    session_id: string
    tab_id: string
    last_seen_at: Generated<string>
  }
  'identity.vendor_links': {
    hash: Buffer
    company_id: number
  }
}
