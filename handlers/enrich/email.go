package enrich

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	gen "github.com/farebox/farebox/gen/enrich"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/network/dnslookup"
	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/network/maildomain"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/web/fetch"
)

// EnrichEmail answers GET /enrich/email from the DNS of the address's domain. The local part is looked at here, for its syntax
// and for being a role, and goes no further.
func (h *Handlers) EnrichEmail(ctx context.Context, req gen.EnrichEmailRequestObject) (gen.EnrichEmailResponseObject, error) {
	local, host, err := splitAddress(req.Params.Email)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	setup := &maildomain.Setup{
		Providers: []string{},
		SPF:       &maildomain.SPF{},
		DMARC:     &maildomain.DMARC{},
	}
	if !fetch.ReservedName(host.ASCII) { // names that are never public are not asked for
		if setup, err = h.Mail.Read(ctx, h.DNS, host.ASCII, host.Organisational()); err != nil {
			return nil, lookupProblem(ctx, err)
		}
	}

	answer := gen.EnrichEmail200JSONResponse{
		Domain:         host.ASCII,
		DomainExists:   setup.Exists,
		HasMx:          len(setup.MX) > 0,
		Mx:             exchangers(setup.MX),
		Providers:      setup.Providers,
		MailProvider:   response.OrNull(setup.Provider),
		Spf:            spf(setup.SPF),
		Dmarc:          dmarc(setup.DMARC),
		IsFreeProvider: h.Mail.Free(host.ASCII),
		IsRoleAccount:  h.Mail.Role(local),
	}
	names := response.Items(response.Each(setup.MX, func(mx dnslookup.MX) string { return mx.Exchange }))
	disposable, list := h.Mail.Disposable(h.now(), host.ASCII, names)
	answer.IsDisposable = disposable
	answer.Sources = []shared.Source{dnsSource(host), response.List(list)}
	answer.Sources = append(answer.Sources, response.PastTables(h.now(), maildomain.Dated)...)
	answer.Partial = list.Behind() || setup.SPF == nil || setup.DMARC == nil || maildomain.Dated.Past(h.now())
	resolves := false
	if answer.HasMx {
		private := func(mx dnslookup.MX) bool { return h.TLS.Public(mx.Exchange) != nil }
		public := slices.DeleteFunc(slices.Clone(setup.MX), private)
		if resolves, err = maildomain.ExchangersResolve(ctx, h.DNS, public); err != nil {
			return nil, lookupProblem(ctx, err)
		}
		answer.MxResolves = &resolves
	}
	answer.DeliverabilitySignal, answer.Signals = deliverability(setup, disposable != nil && *disposable, resolves)
	return answer, nil
}

// dnsSource is the DNS of the domain, which the route cannot do without. Names that are never public are not asked for.
func dnsSource(host *hostname.Host) shared.Source {
	if fetch.ReservedName(host.ASCII) {
		return response.Skipped("dns", "a name under ."+host.Suffix+" is never public")
	}
	source := response.Source("dns", nil)
	source.Detail = response.OrNull("the domain's own name servers")
	return source
}

// strongProviders are those whose exchangers are known to take mail for every domain that points at them.
var strongProviders = map[string]bool{
	"google":       true,
	"microsoft365": true,
	"proton":       true,
	"fastmail":     true,
	"icloud":       true,
	"zoho":         true,
	"yahoo":        true,
}

// deliverability judges a domain, and says by what.
func deliverability(
	s *maildomain.Setup, disposable, resolves bool,
) (gen.EnrichEmailDeliverabilitySignal, []gen.EnrichEmailSignals) {
	switch {
	case !s.Exists:
		return gen.Undeliverable, []gen.EnrichEmailSignals{gen.EnrichEmailSignalsNxdomain}
	case s.NullMX:
		return gen.Undeliverable, []gen.EnrichEmailSignals{gen.EnrichEmailSignalsNullMx}
	case len(s.MX) == 0 && !slices.ContainsFunc(slices.Concat(s.A, s.AAAA), maildomain.Reachable):
		return gen.Undeliverable, []gen.EnrichEmailSignals{gen.EnrichEmailSignalsNoMxNoAddress}
	}

	signals := []gen.EnrichEmailSignals{}
	if disposable {
		signals = append(signals, gen.EnrichEmailSignalsDisposable)
	}

	if len(s.MX) == 0 {
		signals = append(signals, gen.EnrichEmailSignalsImplicitMx)
	} else if !resolves {
		signals = append(signals, gen.EnrichEmailSignalsMxUnresolved)
	}

	if len(signals) > 0 {
		return gen.Weak, signals
	}

	verdict := gen.Moderate
	signals = append(signals, gen.EnrichEmailSignalsMxResolves)
	if strongProviders[s.Provider] {
		verdict = gen.Strong
		signals = append(signals, gen.EnrichEmailSignalsKnownProvider)
	}

	if s.SPF != nil && s.SPF.Present && s.SPF.Policy != maildomain.Invalid && s.DMARC != nil && (s.DMARC.Policy == maildomain.Quarantine || s.DMARC.Policy == maildomain.Reject) {
		verdict = gen.Strong
		signals = append(signals, gen.EnrichEmailSignalsSpfAndDmarc)
	}

	return verdict, signals
}

// lookupProblem is the answer to a lookup that the route cannot do without.
func lookupProblem(ctx context.Context, err error) error {
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return ctx.Err()
	case errors.Is(err, dnslookup.Timeout), errors.Is(err, context.DeadlineExceeded):
		return problem.BadGateway(problem.CodeDNSTimeout, err, "the DNS did not answer in time")
	}
	return problem.BadGateway(problem.CodeDNSFailed, err, "the DNS lookup failed")
}

// splitAddress checks an address by the limits of RFC 5321 (section 4.5.3.1) and RFC 6531. Its errors hold nothing of it.
func splitAddress(text string) (local string, host *hostname.Host, err error) {
	invalid := func(rule string) (string, *hostname.Host, error) {
		return "", nil, problem.Invalid("email", "email must be one address, such as security@google.com: %s", rule)
	}

	text = strings.TrimSpace(text)
	at := strings.LastIndexByte(text, '@')
	switch {
	case !utf8.ValidString(text):
		return invalid("it is not UTF-8")
	case at < 0 || strings.Count(text, "@") > 1:
		return invalid("it has exactly one @")
	case at == 0 || at > 64:
		return invalid("the part before the @ has 1 to 64 characters")
	case len(text) > 254:
		return invalid("it has at most 254 characters")
	}

	local = text[:at]
	if local[0] == '.' || local[at-1] == '.' || strings.Contains(local, "..") {
		return invalid("dots before the @ are between other characters")
	}

	for _, c := range local {
		if c <= ' ' || c == 0x7f || strings.ContainsRune(`"(),:;<>[\]`, c) || unicode.IsControl(c) || unicode.IsSpace(c) || !unicode.IsPrint(c) {
			return invalid("a character before the @ is not allowed there (in a URL, + is written %2B)")
		}
	}

	if strings.ContainsAny(text[at+1:], "/:?#[]%\\ ") {
		return invalid("the part after the @ is a domain")
	}

	host, err = hostname.ParseSite(text[at+1:])
	if err != nil {
		return invalid("the part after the @ is a domain under a public suffix")
	}
	if host.IP {
		return invalid("the part after the @ is a domain name, not an IP address")
	}

	return local, host, nil
}
