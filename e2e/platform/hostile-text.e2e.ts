import { expect, signIn, test } from '../fixtures.ts'

// Each would run, load or break out if any screen took text for markup.
const HOSTILE = [
  '<script>window.hit=1</script>',
  '"><script>window.hit=1</script>',
  '<img src=x onerror="window.hit=1">',
  '<svg onload="window.hit=1">',
  '<svg><animate onbegin="window.hit=1" attributeName=x dur=1s>',
  '<iframe srcdoc="<script>parent.hit=1</script>">',
  '<details open ontoggle="window.hit=1">x',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.hit=1&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=window.hit=1>">',
  '<template><img src=x onerror="window.hit=1"></template>',
  '<a href="javascript:window.hit=1">press</a>',
  '<form id=x><input name=parentNode></form>',
  '<base href="https://hostile.example/">',
  '<meta http-equiv=refresh content="0;url=javascript:window.hit=1">',
  '{{constructor.constructor("window.hit=1")()}}',
  '${window.hit=1}',
  '<%= window.hit=1 %>',
  'javascript:window.hit=1//',
  '\u202Egnp.exe\u202C<b>bold</b>',
  '\u202Eabc\u2066def\u2069',
  '👩‍👩‍👧‍👦 e\u0301 مرحبا שלום 𝒳',
  "' onmouseover='window.hit=1",
  '" autofocus onfocus="window.hit=1',
  '</title><script>window.hit=1</script>',
  '</textarea><script>window.hit=1</script>',
]

/** What is stored of it: marks that turn the text around them go. */
const stored = (text: string) => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')

test('whatever an enquirer writes is shown as text on every lead screen, letter by letter', async ({ page }) => {
  for (const [at, text] of HOSTILE.entries()) {
    const sent = await page.request.post('/intake/meridian-demo/enquiry', {
      data: {
        name: `${text} #${at}`,
        email: `hostile${at}@hostile-text.example`,
        company: text,
        city: text,
        message: text,
        products: [{ product_name: text, quantity: 1 }],
      },
    })
    expect(sent.status()).toBe(202)
  }
  await signIn(page, 'manager@meridian.example')

  for (const path of ['marketing_leads_list', 'assigned_leads', 'all_leads']) {
    await page.goto(`/marketing/${path}?search=hostile-text.example&pageSize=100`)
    await expect(page.getByText(/^1–\d+ of|Nothing|No leads/).first()).toBeVisible()
    expect(await page.evaluate('window.hit')).toBeUndefined()
  }
  await page.goto('/marketing/marketing_leads_list?search=hostile-text.example&pageSize=100')
  for (const [at, text] of HOSTILE.entries())
    await expect(page.getByText(`${stored(text)} #${at}`, { exact: true }).first()).toBeVisible()
  await page.goto('/marketing/marketing_leads_list?search=hostile-text.example&pageSize=100&lead=next')
  const desk = page.getByRole('dialog')
  let opened = 1
  for (const next = desk.getByRole('button', { name: /Next/ }); await next.isEnabled(); opened++) {
    await expect(desk.getByRole('heading').first()).toBeVisible()
    expect(await page.evaluate('window.hit')).toBeUndefined()
    await next.click()
    await page.waitForTimeout(100)
  }
  expect(opened).toBe(HOSTILE.length)
  expect(await page.evaluate('window.hit')).toBeUndefined()
})
