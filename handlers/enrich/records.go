package enrich

import (
	"context"
	"errors"
	"math"
	"net/netip"
	"time"

	"github.com/farebox/farebox/dnslookup"
	gen "github.com/farebox/farebox/gen/enrich"
	"github.com/farebox/farebox/hostname"
	"github.com/farebox/farebox/maildomain"
	"github.com/farebox/farebox/nullable"
	"github.com/farebox/farebox/tlsinfo"
	"github.com/farebox/farebox/upstream"
)

// registration asks the registry. That it has no such domain is an answer too.
func (h *Handlers) registration(ctx context.Context, domain string) (*gen.EnrichRegistration, error) {
	d, err := h.rdap.Domain(ctx, domain)
	if errors.Is(err, upstream.NotFound) {
		return &gen.EnrichRegistration{Statuses: []string{}, Nameservers: []string{}}, nil
	}
	if err != nil {
		return nil, err
	}
	r := &gen.EnrichRegistration{
		Registered: true, Created: d.Created, Expires: d.Expires, Updated: d.Changed, Registrar: nullable.Text(d.Registrar), RegistrarIanaID: nullable.Text(d.RegistrarID),
		Statuses: d.Statuses, Nameservers: d.Nameservers, Dnssec: d.Signed, Source: nullable.Text(d.Server),
	}
	if d.Created != nil {
		days := int(math.Floor(h.now().Sub(*d.Created).Hours() / 24))
		days = max(days, 0)
		r.AgeDays = &days
	}
	return r, nil
}

// records reads the host's addresses, and the mail of its domain.
func (h *Handlers) records(ctx context.Context, host *hostname.Host) (*gen.EnrichDNS, error) {
	// A name below github.io is its owner's, and github.io's mail is not.
	mailDomain := organisational(host)
	type addresses struct {
		a, aaaa []netip.Addr
		exists  bool
		err     error
	}
	own, zone := make(chan addresses, 1), make(chan []string, 1)
	go func() {
		var got addresses
		got.a, got.aaaa, got.exists, got.err = h.addresses(ctx, host.ASCII)
		own <- got
	}()
	go func() {
		list, err := h.dns.NS(ctx, host.Registrable)
		if err != nil {
			list = nil // the registration has them as well
		}
		zone <- list
	}()
	mail, err := h.mail.Read(ctx, h.dns, mailDomain, mailDomain)
	got, servers := <-own, <-zone
	if err != nil {
		return nil, err
	}
	if got.err != nil {
		return nil, got.err
	}
	d := &gen.EnrichDNS{
		Resolves: len(got.a)+len(got.aaaa) > 0, A: addrTexts(got.a), Aaaa: addrTexts(got.aaaa), Ns: append([]string{}, servers...), MailDomain: mailDomain,
		Mx: exchangers(mail.MX), HasMail: len(mail.MX) > 0, MailProvider: nullable.Text(mail.Provider), MailProviders: mail.Providers,
		Spf: spf(mail.SPF), Dmarc: dmarc(mail.DMARC), Notes: []gen.EnrichDNSNotes{},
	}
	if !got.exists {
		d.Notes = append(d.Notes, gen.EnrichDNSNotesNxdomain)
	}
	switch {
	case mail.NullMX:
		d.Notes = append(d.Notes, gen.EnrichDNSNotesNullMx)
	case len(mail.MX) == 0 && len(mail.A)+len(mail.AAAA) > 0:
		d.Notes = append(d.Notes, gen.EnrichDNSNotesImplicitMx)
	}
	return d, nil
}

// addresses fails only when neither kind could be looked up.
func (h *Handlers) addresses(ctx context.Context, host string) (a, aaaa []netip.Addr, exists bool, err error) {
	six := make(chan error, 1)
	go func() {
		var err error
		aaaa, err = h.dns.AAAA(ctx, host)
		six <- err
	}()
	a, err = h.dns.A(ctx, host)
	err6 := <-six
	if errors.Is(err, dnslookup.NXDomain) {
		return nil, nil, false, nil
	}
	if err != nil && len(aaaa) == 0 {
		return nil, nil, false, err
	}
	if err6 != nil && len(a) == 0 {
		return nil, nil, false, err6
	}
	return a, aaaa, true, nil
}

func addrTexts(list []netip.Addr) []string {
	out := make([]string, 0, len(list))
	for _, a := range list {
		out = append(out, a.String())
	}
	return out
}

func exchangers(list []dnslookup.MX) []gen.EnrichMX {
	out := make([]gen.EnrichMX, 0, len(list))
	for _, mx := range list {
		out = append(out, gen.EnrichMX{Preference: int(mx.Preference), Exchange: mx.Exchange})
	}
	return out
}

func spf(s *maildomain.SPF) *gen.EnrichSPF {
	if s == nil {
		return nil
	}
	out := &gen.EnrichSPF{Present: s.Present}
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
	out := &gen.EnrichDMARC{Present: d.Present, Percent: d.Percent, Inherited: d.Inherited}
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

func certificate(c *tlsinfo.Chain) *gen.EnrichTLS {
	return &gen.EnrichTLS{
		SubjectCn: nullable.Text(c.SubjectCN), Issuer: nullable.Text(c.Issuer), NotBefore: c.NotBefore.Truncate(time.Second), NotAfter: c.NotAfter.Truncate(time.Second),
		DaysToExpiry: c.DaysLeft, SanCount: len(c.DNSNames), Valid: c.Valid(), Expired: c.Expired, Verdict: gen.EnrichTLSVerdict(c.Verdict),
		SelfSigned: c.SelfSigned, MatchesHost: c.MatchesHost, Protocol: c.Protocol, ChainLength: c.Length,
	}
}
