package domain

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
	"syscall"
	"time"

	gen "github.com/farebox/farebox/gen/domain"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/network/dnslookup"
	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/network/maildomain"
	"github.com/farebox/farebox/internal/network/tlsinfo"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/fetch"
)

// registryFacts are what the registry says. registered is nil when it said nothing.
type registryFacts struct {
	registered       *bool
	created, expires *time.Time
	ageDays          *int
	registrar        string
	handle           string // of the registrar at the registry
	statuses         []string
	odd              bool // a part of its answer could not be read
}

// mailFacts are what the DNS says. setup is nil when it said nothing, servers when the name servers could not
// be looked up.
type mailFacts struct {
	setup   *maildomain.Setup
	servers []string
}

// The sources that are asked over the network.
const (
	srcTLS      = "tls"
	srcDNS      = "dns"
	srcRegistry = "rdap"
)

// asked are those that are asked over the network.
func (h *Handlers) asked(t *trust) []upstream.Source[func(*trust)] {
	host := t.host
	certificate := upstream.Part(srcTLS, budget,
		func(ctx context.Context) (gen.DomainTrustTLSStatus, error) { return h.askTLS(ctx, host) },
		func(t *trust, status gen.DomainTrustTLSStatus) { t.tls = &status })
	if t.suffix != "" { // registration and mail are the hosting service's own
		return []upstream.Source[func(*trust)]{certificate}
	}

	mail := upstream.Part(srcDNS, budget,
		func(ctx context.Context) (mailFacts, error) { return h.askDNS(ctx, host) },
		func(t *trust, f mailFacts) { t.mail = f })
	now := t.now
	registry := upstream.Part(srcRegistry, budget,
		func(ctx context.Context) (registryFacts, error) { return h.askRegistry(ctx, host, now) },
		func(t *trust, f registryFacts) { t.registry = f })
	return []upstream.Source[func(*trust)]{
		upstream.Main(certificate),
		upstream.Main(mail),
		upstream.Main(registry),
	}
}

func (h *Handlers) askRegistry(ctx context.Context, host *hostname.Host, now time.Time) (registryFacts, error) {
	d, err := h.sources.Registry.Domain(ctx, host.Registrable)
	if errors.Is(err, upstream.NotFound) {
		return registryFacts{registered: new(false)}, nil
	}
	if err != nil {
		return registryFacts{}, err
	}

	f := registryFacts{
		registered: new(true),
		created:    d.Created,
		expires:    d.Expires,
		registrar:  d.Registrar,
		handle:     d.Handle,
		statuses:   d.Statuses,
		odd:        d.Odd,
	}
	if d.Created != nil {
		f.ageDays = new(response.AgeDays(*d.Created, now))
	}
	return f, nil
}

// dnsFacts are what is asked of the DNS at once. Its own fields are of the host, where that is below the domain.
type dnsFacts struct {
	a, aaaa []netip.Addr
	mail    mailFacts
}

// askDNS reads the host's addresses and, for the domain that it belongs to, mail and name servers.
func (h *Handlers) askDNS(ctx context.Context, host *hostname.Host) (mailFacts, error) {
	dns := h.sources.DNS
	asked := []upstream.Source[func(*dnsFacts)]{
		upstream.Part("mail", 0,
			func(ctx context.Context) (*maildomain.Setup, error) {
				return h.sources.Mail.Read(ctx, dns, host.Registrable, host.Registrable)
			},
			func(f *dnsFacts, setup *maildomain.Setup) { f.mail.setup = setup }),
		upstream.Part("ns", 0,
			func(ctx context.Context) ([]string, error) { return dns.NS(ctx, host.Registrable) },
			func(f *dnsFacts, servers []string) { f.mail.servers = servers }),
	}
	below := host.ASCII != host.Registrable
	if below {
		asked = append(asked,
			upstream.Part("a", 0,
				func(ctx context.Context) ([]netip.Addr, error) { return dns.A(ctx, host.ASCII) },
				func(f *dnsFacts, list []netip.Addr) { f.a = list }),
			upstream.Part("aaaa", 0,
				func(ctx context.Context) ([]netip.Addr, error) { return dns.AAAA(ctx, host.ASCII) },
				func(f *dnsFacts, list []netip.Addr) { f.aaaa = list }))
	}

	var f dnsFacts
	fused := upstream.FuseInto(ctx, &f, asked...)
	if err := fused.Failure("mail"); err != nil {
		return mailFacts{}, err
	}
	if below && f.mail.setup.Exists {
		errA := fused.Failure("a")
		errAAAA := fused.Failure("aaaa")
		if len(f.a)+len(f.aaaa) == 0 && unknown(errA, errAAAA) {
			return mailFacts{}, errors.Join(errA, errAAAA)
		}
		f.mail.setup.A = f.a
		f.mail.setup.AAAA = f.aaaa
	}
	return f.mail, nil
}

// unknown says that one of the lookups failed rather than found nothing.
func unknown(errs ...error) bool {
	return slices.ContainsFunc(errs, func(err error) bool {
		return err != nil && !errors.Is(err, dnslookup.NXDomain)
	})
}

var tlsStatuses = map[tlsinfo.Verdict]gen.DomainTrustTLSStatus{
	tlsinfo.OK:          gen.Valid,
	tlsinfo.Expired:     gen.Expired,
	tlsinfo.ExpiredLink: gen.Expired,
	tlsinfo.NotYetValid: gen.NotYetValid,
	tlsinfo.WrongHost:   gen.NameMismatch,
	tlsinfo.SelfSigned:  gen.SelfSigned,
	tlsinfo.Untrusted:   gen.UntrustedIssuer,
	tlsinfo.Unsuitable:  gen.UntrustedIssuer,
}

// askTLS reads the host's certificate. A host without a public address has none to show: that is not a failure.
func (h *Handlers) askTLS(ctx context.Context, host *hostname.Host) (gen.DomainTrustTLSStatus, error) {
	chain, err := h.sources.TLS.Read(ctx, host.ASCII)
	var dns *net.DNSError
	var private *fetch.BadURL
	switch {
	case errors.Is(err, tlsinfo.ErrHandshake), errors.Is(err, syscall.ECONNREFUSED):
		return gen.None, nil
	case errors.As(err, &dns) && dns.IsNotFound, errors.As(err, &private):
		return "", upstream.NotFound.Errorf("the host has no public address")
	case err != nil:
		return "", err
	}
	return tlsStatuses[chain.Verdict], nil
}

// lack is a reason of a dimension.
func (d *dimension) lack(code string, weight int, severity shared.ReasonSeverity, format string, args ...any) {
	d.reasons = append(d.reasons, finding{
		code:     code,
		weight:   -weight,
		severity: severity,
		detail:   fmt.Sprintf(format, args...),
	})
}

func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }

const hosted = "the name belongs to a hosting service, which says nothing about the site"

func (t *trust) judgeRegistration() {
	r := t.registry
	if t.suffix != "" {
		t.registry = registryFacts{}
		t.skip(registration, hosted)
		return
	}

	// A registry that has no such domain while the DNS delegates it is wrong about one that is registered elsewhere.
	unheard := t.mail.setup == nil
	if r.registered != nil && !*r.registered && (unheard || t.delegated()) {
		t.registry = registryFacts{}
		why := "the registry does not have the domain, but the DNS does"
		if unheard {
			why = "the registry does not have the domain, and the DNS, which would show if it is wrong, did not answer"
		}
		t.skip(registration, why)
		return
	}

	if r.registered == nil {
		why := "the registry did not answer"
		if t.noRegistry {
			why = "the registry has no RDAP service"
		}
		t.skip(registration, why)
		return
	}

	held := slices.IndexFunc(r.statuses, outOfUse)
	if *r.registered && r.created == nil && held < 0 {
		t.skip(registration, "the registry does not say when the domain was registered")
		return
	}

	d := t.evaluated(registration)
	if !*r.registered {
		d.lack("not_registered", 100, high, "%s is not registered.", t.host.Registrable)
		return
	}

	if r.ageDays != nil {
		d.judgeAge(*r.ageDays)
	} else {
		d.seen = scored.Against
	}
	if held >= 0 {
		d.lack("on_hold", 50, high, "The registry has taken the domain out of use (%s).", r.statuses[held])
	}

	switch {
	case r.expires == nil:
	case r.expires.Before(t.now):
		d.lack("expires_soon", 10, low, "The registration ended on %s.", day(*r.expires))
	case r.expires.Sub(t.now) < 30*24*time.Hour:
		d.lack("expires_soon", 10, low, "The registration ends on %s.", day(*r.expires))
	}
}

// delegated says whether the DNS has the domain. A name server is the proof; under some suffixes every name has an address.
func (t *trust) delegated() bool {
	if t.mail.servers == nil {
		return t.mail.setup.Exists
	}
	return len(t.mail.servers) > 0
}

// outOfUse says whether a status keeps a domain out of the DNS, in the spelling of RDAP or of EPP.
func outOfUse(status string) bool {
	return slices.Contains([]string{"clienthold", "serverhold", "pendingdelete"}, strings.ToLower(strings.ReplaceAll(status, " ", "")))
}

func (d *dimension) judgeAge(days int) {
	lack := func(signal string, weight int, severity shared.ReasonSeverity) {
		d.lack(signal, weight, severity, "The domain was registered %s ago.", scored.Count(days, "day"))
	}
	switch {
	case days < 30:
		lack("age_under_30_days", 90, high)
	case days < 90:
		lack("age_under_90_days", 70, high)
	case days < 365:
		lack("age_under_1_year", 40, medium)
	case days < 3*365:
		lack("age_under_3_years", 20, low)
	}
}

func (t *trust) judgeMail() {
	s := t.mail.setup
	if t.suffix != "" {
		t.skip(dnsMail, hosted)
		return
	}
	if s == nil {
		t.skip(dnsMail, "the DNS did not answer")
		return
	}
	if !s.Whole() {
		t.partial = true
		t.skip(dnsMail, "SPF or DMARC could not be looked up")
		return
	}

	d := t.evaluated(dnsMail)
	if !slices.ContainsFunc(slices.Concat(s.A, s.AAAA), maildomain.Reachable) {
		d.lack("no_address", 40, high, "%s has no public address.", t.host.ASCII)
	}

	if t.mail.servers != nil && len(t.mail.servers) < 2 || !s.Exists {
		d.lack("few_name_servers", 10, low, "%s has fewer than two name servers.", t.host.Registrable)
	}
	if len(s.MX) == 0 && !s.NullMX { // a domain that says it takes no mail is in order
		d.lack("no_mx", 10, low, "%s names no mail server.", t.host.Registrable)
	}

	switch spf := s.SPF; {
	case !spf.Present:
		d.lack("no_spf", 20, low, "%s does not say who may send mail in its name (SPF).", t.host.Registrable)
	case spf.Policy == maildomain.Invalid:
		problem := strings.ReplaceAll(spf.Problem, "_", " ")
		d.lack("spf_weak", 5, low, "The SPF record of %s is broken (%s).", t.host.Registrable, problem)
	case spf.Policy != maildomain.Fail && spf.Policy != maildomain.SoftFail:
		d.lack("spf_weak", 5, low, "The SPF record of %s refuses nobody.", t.host.Registrable)
	}

	switch dmarc := s.DMARC; {
	case !dmarc.Present:
		d.lack("no_dmarc", 20, low, "%s has no DMARC policy.", t.host.Registrable)
	case dmarc.Policy != maildomain.Quarantine && dmarc.Policy != maildomain.Reject:
		d.lack("dmarc_none", 10, low, "The DMARC policy of %s asks for nothing.", t.host.Registrable)
	}
}

func (t *trust) judgeTLS() {
	if t.tls == nil {
		t.skip(certificate, "the host could not be reached on port 443")
		return
	}

	d := t.evaluated(certificate)
	switch *t.tls {
	case gen.Valid:
	case gen.Expired:
		d.lack("tls_expired", 80, medium, "The certificate has expired.")
	case gen.NotYetValid:
		d.lack("tls_not_yet_valid", 80, medium, "The certificate is not valid yet.")
	case gen.NameMismatch:
		d.lack("tls_name_mismatch", 80, high, "The certificate is for other names.")
	case gen.SelfSigned:
		d.lack("tls_self_signed", 90, high, "The certificate is signed by nobody but itself.")
	case gen.UntrustedIssuer:
		d.lack("tls_untrusted_issuer", 80, high,
			"No known authority stands behind the certificate, or the server leaves out one in between.")
	case gen.None:
		d.lack("no_tls", 100, medium, "The host does not speak TLS on port 443.")
	}
}
