package enrich

import (
	"cmp"
	"context"
	"errors"
	"net/netip"
	"time"

	gen "github.com/farebox/farebox/gen/enrich"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/network/dnslookup"
	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/network/maildomain"
	"github.com/farebox/farebox/internal/network/tlsinfo"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
)

// errContradicted is a registry that has no domain of a name that is delegated: a server of only some of the names under its suffix,
// or one that is out of order.
var errContradicted = errors.New("the registry does not have a domain that the DNS has")

// registration asks the registry. That it has no such domain is an answer too. What is odd could be read in part only.
func (h *Handlers) registration(
	ctx context.Context, domain string,
) (found *gen.EnrichRegistration, odd bool, err error) {
	d, err := h.Registry.Domain(ctx, domain)
	if errors.Is(err, upstream.NotFound) {
		delegated, err := h.delegated(ctx, domain)
		if delegated {
			err = errContradicted
		}
		if err != nil {
			return nil, false, err
		}
		return &gen.EnrichRegistration{Statuses: []string{}, Nameservers: []string{}}, false, nil
	}
	if err != nil {
		return nil, false, err
	}

	r := &gen.EnrichRegistration{
		Registered:      true,
		Created:         d.Created,
		Expires:         d.Expires,
		UpdatedAt:       d.Changed,
		Registrar:       response.OrNull(d.Registrar),
		RegistrarIanaID: response.OrNull(d.RegistrarID),
		RegistrarHandle: response.OrNull(d.Handle),
		Statuses:        d.Statuses,
		Nameservers:     d.Nameservers,
		Dnssec:          d.Signed,
		Source:          response.OrNull(d.Server),
	}

	if d.Created != nil {
		r.AgeDays = new(response.AgeDays(*d.Created, h.now()))
	}
	return r, d.Odd, nil
}

// delegated says whether the DNS has name servers of a domain; under some suffixes every name has an address. It does
// not delay the registry's answer much.
func (h *Handlers) delegated(ctx context.Context, domain string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	servers, err := h.DNS.NS(ctx, domain)
	if errors.Is(err, dnslookup.NXDomain) {
		return false, nil
	}
	return len(servers) > 0, err
}

// dnsRecords are what is read of the DNS for one host; empty is what could not be read.
type dnsRecords struct {
	a, aaaa   []netip.Addr
	servers   []string
	proofs    []string // texts that services ask a domain to carry
	sts, bimi *bool
	mail      *maildomain.Setup
}

// records reads the host's addresses, and the mail of its domain.
func (h *Handlers) records(ctx context.Context, host *hostname.Host) (*gen.EnrichDNS, error) {
	// A name below github.io is its owner's, and github.io's mail is not.
	mailDomain := host.Organisational()
	var found dnsRecords
	fused := upstream.FuseInto(ctx, &found,
		upstream.Part("mail", 0,
			func(ctx context.Context) (*maildomain.Setup, error) {
				return h.Mail.Read(ctx, h.DNS, mailDomain, mailDomain)
			},
			func(d *dnsRecords, setup *maildomain.Setup) { d.mail = setup }),
		upstream.Part("a", 0,
			func(ctx context.Context) ([]netip.Addr, error) { return h.DNS.A(ctx, host.ASCII) },
			func(d *dnsRecords, list []netip.Addr) { d.a = list }),
		upstream.Part("aaaa", 0,
			func(ctx context.Context) ([]netip.Addr, error) { return h.DNS.AAAA(ctx, host.ASCII) },
			func(d *dnsRecords, list []netip.Addr) { d.aaaa = list }),
		upstream.Part("ns", 0,
			func(ctx context.Context) ([]string, error) { return h.DNS.NS(ctx, host.Registrable) },
			func(d *dnsRecords, list []string) { d.servers = list }),
		upstream.Part("txt", 0, // a hint, not missed when it fails
			func(ctx context.Context) ([]string, error) { return h.DNS.TXT(ctx, host.Registrable) },
			func(d *dnsRecords, list []string) { d.proofs = list }),
		upstream.Part("mta-sts", 0,
			func(ctx context.Context) (*bool, error) {
				return h.declares(ctx, "_mta-sts."+mailDomain, "v=STSv1"), nil
			},
			func(d *dnsRecords, declared *bool) { d.sts = declared }),
		upstream.Part("bimi", 0,
			func(ctx context.Context) (*bool, error) {
				return h.declares(ctx, "default._bimi."+mailDomain, "v=BIMI1"), nil
			},
			func(d *dnsRecords, declared *bool) { d.bimi = declared }),
	)
	if err := fused.Failure("mail"); err != nil {
		return nil, err
	}
	a := found.a
	aaaa := found.aaaa
	mail := found.mail
	errA := fused.Failure("a")
	errAAAA := fused.Failure("aaaa")
	errNS := fused.Failure("ns")
	failed := func(err error) bool { return err != nil && !dnslookup.Absent(err) }
	missing := errors.Is(errA, dnslookup.NXDomain) || errors.Is(errAAAA, dnslookup.NXDomain)
	if err := cmp.Or(errA, errAAAA); failed(err) && len(a)+len(aaaa) == 0 && !missing { // the host may have an address all the same
		return nil, err
	}

	d := &gen.EnrichDNS{
		Resolves:      len(a)+len(aaaa) > 0,
		A:             unless(failed(errA), addrTexts(a)),
		Aaaa:          unless(failed(errAAAA), addrTexts(aaaa)),
		Ns:            unless(failed(errNS), append([]string{}, found.servers...)),
		MailDomain:    mailDomain,
		Mx:            exchangers(mail.MX),
		HasMail:       len(mail.MX) > 0,
		MailProvider:  response.OrNull(mail.Provider),
		MailProviders: mail.Providers,
		Spf:           spf(mail.SPF),
		Dmarc:         dmarc(mail.DMARC),
		MtaSts:        found.sts,
		Bimi:          found.bimi,
		Services:      unless(failed(fused.Failure("txt")), h.services(found.proofs)),
		Notes:         []gen.EnrichDNSNotes{},
	}
	note := func(n gen.EnrichDNSNotes, holds bool) {
		if holds {
			d.Notes = append(d.Notes, n)
		}
	}
	note(gen.EnrichDNSNotesNxdomain, missing && len(a)+len(aaaa) == 0)
	note(gen.EnrichDNSNotesNullMx, mail.NullMX)
	note(gen.EnrichDNSNotesImplicitMx, !mail.NullMX && len(mail.MX) == 0 && len(mail.A)+len(mail.AAAA) > 0)
	note(gen.EnrichDNSNotesAUnknown, failed(errA))
	note(gen.EnrichDNSNotesAaaaUnknown, failed(errAAAA))
	note(gen.EnrichDNSNotesNsUnknown, failed(errNS))
	return d, nil
}

// unless is a list, nil if it is not known.
func unless(unknown bool, list []string) []string {
	if unknown {
		return nil
	}
	return list
}

func addrTexts(list []netip.Addr) []string {
	return response.Items(response.Each(list, func(a netip.Addr) string { return a.String() }))
}

func exchangers(list []dnslookup.MX) []gen.EnrichMX {
	return each.Of(list, func(mx dnslookup.MX) gen.EnrichMX {
		return gen.EnrichMX{Preference: int(mx.Preference), Exchange: mx.Exchange}
	})
}

func spf(s *maildomain.SPF) *gen.EnrichSPF {
	if s == nil {
		return nil
	}
	out := &gen.EnrichSPF{Present: s.Present, Lookups: s.Lookups}
	if s.Problem != "" {
		problem := gen.EnrichSPFProblem(s.Problem)
		out.Problem = &problem
	}
	if s.Policy != "" {
		policy := gen.EnrichSPFPolicy(s.Policy)
		out.Policy = &policy
	}
	return out
}

func dmarc(d *maildomain.DMARC) *gen.EnrichDMARC {
	if d == nil {
		return nil
	}

	out := &gen.EnrichDMARC{
		Present:   d.Present,
		PolicyPct: d.Percent,
		Testing:   d.Testing,
		Inherited: d.Inherited,
	}

	if d.Policy != "" {
		policy := gen.EnrichDMARCPolicy(d.Policy)
		out.Policy = &policy
	}

	if d.SubdomainPolicy != "" {
		policy := gen.EnrichDMARCSubdomainPolicy(d.SubdomainPolicy)
		out.SubdomainPolicy = &policy
	}

	return out
}

// certificate shows a chain. Anyone can write anything into the names of one that nobody trusts.
func (h *Handlers) certificate(c *tlsinfo.Chain, host *hostname.Host) *gen.EnrichTLS {
	clean := func(s string) *string { return response.OrNull(h.clean(s, host)) }
	return &gen.EnrichTLS{
		SubjectCn: clean(c.SubjectCN), Issuer: clean(c.Issuer), NotBefore: c.NotBefore.Truncate(time.Second), NotAfter: c.NotAfter.Truncate(time.Second),
		DaysToExpiry: c.DaysLeft, SanCount: len(c.DNSNames), Valid: c.Valid(), Expired: c.Expired, Verdict: gen.EnrichTLSVerdict(c.Verdict),
		SelfSigned: c.SelfSigned, MatchesHost: c.MatchesHost, Protocol: c.Protocol, ChainLength: c.Length,
	}
}
