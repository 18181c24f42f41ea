/** What stands at the head of the API's description: the rules of every call, and a worked example that runs as it is written. */
export const apiDescription = (publicUrl: string) => `
Every call answers JSON: \`{success: true, data, …}\`, or \`{success: false, message, code, errors?, request_id}\` with a status that means it.

A program signs in as a person does, and may do what that person may do. The token of the answer goes with every call; it is good for
15 minutes, then sign in again. A list answers a page with \`pagination\`; one that ends before its last page says so in \`pagination.end\`.
An export is a job: begin it, wait until it has ended, then fetch its file.

The examples sign in, read a list page by page, and export it. They need \`EMAIL\` and \`PASSWORD\` in their environment, and a person with
the permissions \`marketing_leads_list\` and \`leads_export\`.

With curl (and Node to read JSON; \`jq\` does as well):

\`\`\`sh
${curlExample(publicUrl)}
\`\`\`

With Node alone:

\`\`\`js
${nodeExample(publicUrl)}
\`\`\`
`

const curlExample = (publicUrl: string) =>
  String.raw`set -eu
LEADROOM="${'${'}LEADROOM:-${publicUrl}}"
json() { node -e 'process.stdout.write(String(JSON.parse(fs.readFileSync(0, "utf8"))'"$1"'))'; }

# Sign in
token=$(curl -fsS "$LEADROOM/api/v1/auth/sign-in/" -H 'content-type: application/json' \
  -d "{\"email\": \"$EMAIL\", \"password\": \"$PASSWORD\"}" | json .token)
leadroom() { curl -fsS -H "authorization: Bearer $token" "$@"; }
send() { leadroom "$LEADROOM$1" -H 'content-type: application/json' -d "$2"; }

# List, page by page
page=1
last=1
while [ "$page" -le "$last" ]; do
  answer=$(leadroom "$LEADROOM/marketing/marketing_leads_list?status=valid&pageSize=100&page=$page")
  printf '%s' "$answer" | json '.data.map(({ lead_no, name }) => lead_no + " " + name + "\n").join("")'
  last=$(printf '%s' "$answer" | json '.pagination.totalPages')
  page=$((page + 1))
done

# Export
selection=$(send /marketing/bulk_selection '{"list": "marketing", "filter": {"status": ["valid"]}}' | json .data.id)
job=$(send /marketing/lead_export "{\"selection\": $selection, \"columns\": [\"lead_no\", \"name\", \"email\"]}" | json .data.job)
state=queued
while [ "$state" = queued ] || [ "$state" = running ]; do
  sleep 1
  state=$(leadroom "$LEADROOM/marketing/jobs/$job" | json .data.state)
done
[ "$state" = done ]
leadroom "$LEADROOM/marketing/lead_export/$job"`

const nodeExample = (publicUrl: string) => `const leadroom = process.env.LEADROOM ?? '${publicUrl}'
let token

const ask = async (path, body) => {
  const answer = await fetch(leadroom + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(token && { authorization: \`Bearer \${token}\` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(\`\${answer.status} \${(await answer.json()).message}\`)
  return answer
}
const call = async (path, body) => (await ask(path, body)).json()

// Sign in
const { EMAIL: email, PASSWORD: password } = process.env
token = (await call('/api/v1/auth/sign-in/', { email, password })).token

// List, page by page
for (let page = 1, last = 1; page <= last; page++) {
  const { data, pagination } = await call(\`/marketing/marketing_leads_list?status=valid&pageSize=100&page=\${page}\`)
  for (const { lead_no, name } of data) console.log(lead_no, name)
  last = pagination.totalPages
}

// Export
const { data: selection } = await call('/marketing/bulk_selection', { list: 'marketing', filter: { status: ['valid'] } })
const columns = ['lead_no', 'name', 'email']
const { data: begun } = await call('/marketing/lead_export', { selection: selection.id, columns })
let job
do {
  await new Promise((later) => setTimeout(later, 1000))
  job = (await call(\`/marketing/jobs/\${begun.job}\`)).data
} while (job.state === 'queued' || job.state === 'running')
if (job.state !== 'done') throw new Error(job.message)
const file = await ask(\`/marketing/lead_export/\${job.id}\`)
for await (const bytes of file.body) process.stdout.write(bytes)`
