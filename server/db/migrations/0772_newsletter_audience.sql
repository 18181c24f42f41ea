-- Whom a mailing about a post goes to: the one place that says who of the subscribers may be mailed. Only "everyone" gets a post again that
-- an earlier mailing has brought, or may have.
create function newsletter_audience(company integer, post bigint, kind text, sources text[])
returns table (id bigint, source text) language sql stable
begin atomic
  select s.id, s.source from newsletter_subscribers s
  where s.company_id = company and s.status = 'subscribed' and s.deleted_at is null
    and (kind <> 'sources' or s.source = any (sources))
    and (kind = 'everyone' or not exists (
      select from post_mailings p join mails m on m.company_id = p.company_id and m.mailing_id = p.mailing_id
      where p.company_id = company and p.post_id = post and m.kind = 'post_update' and m.for_id = s.id and m.state in ('sent', 'in_doubt')
    ));
end;
