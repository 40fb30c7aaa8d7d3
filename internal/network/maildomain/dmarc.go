package maildomain

import (
	"context"
	"strconv"
	"strings"

	"github.com/farebox/farebox/internal/network/dnslookup"
)

// Policies of a DMARC record (RFC 9989), besides Invalid.
const (
	None       = "none"
	Quarantine = "quarantine"
	Reject     = "reject"
)

// DMARC is what a domain asks receivers to do with mail that fails SPF and DKIM.
type DMARC struct {
	Present         bool
	Policy          string // none, quarantine, reject; or invalid; "" without a record
	SubdomainPolicy string // "" when not said
	Percent         *int   // of the mail that the policy is for (RFC 7489 only); nil when not said
	Testing         bool   // receivers are asked to go one step easier than the policy
	Inherited       bool   // it is the record of a domain above

	nonexistent string // policy for subdomains that do not exist, "" when not said
	suffix      string // of psd: y for a public suffix, n for the top of an organisation
}

// ReadDMARC finds the record among the texts of the _dmarc name. Several are as none, which is told apart here as
// invalid. A missing policy is "none", and so is an unknown one if reports are wanted (RFC 9989, sections 4.7, 4.10).
func ReadDMARC(texts []string) DMARC {
	var d DMARC
	for _, text := range texts {
		tags := strings.Split(text, ";")
		if name, value, ok := strings.Cut(tags[0], "="); !ok || !strings.EqualFold(strings.TrimSpace(name), "v") || strings.TrimSpace(value) != "DMARC1" {
			continue
		}
		if d.Present {
			return DMARC{Present: true, Policy: Invalid}
		}
		d = readTags(tags[1:])
	}
	return d
}

func readTags(tags []string) DMARC {
	d := DMARC{Present: true, Policy: None}
	wrong := false
	reports := false

	policy := func(value string) string {
		switch value {
		case None, Quarantine, Reject:
			return value
		}
		wrong = true
		return ""
	}

	for _, tag := range tags {
		name, value, _ := strings.Cut(tag, "=")
		value = strings.ToLower(strings.TrimSpace(value))
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "p":
			d.Policy = policy(value)
		case "sp":
			d.SubdomainPolicy = policy(value)
		case "np":
			d.nonexistent = policy(value)
		case "pct":
			if n, err := strconv.Atoi(value); err == nil && n >= 0 && n <= 100 {
				d.Percent = &n
			}
		case "t":
			d.Testing = value == "y"
		case "psd":
			d.suffix = value
		case "rua":
			reports = strings.Contains(value, ":")
		}
	}

	if wrong && reports {
		d.Policy = None
		d.SubdomainPolicy = ""
		d.nonexistent = ""
	} else if wrong {
		d.Policy = Invalid
		d.SubdomainPolicy = ""
		d.nonexistent = ""
	}

	return d
}

// maxWalk is how many names above a domain are asked at most (RFC 9989, section 4.10: eight with the domain itself, from the top).
const maxWalk = 7

// readDMARC gives the record that holds for a domain: its own, else the one of the organisation that it belongs to, which is the
// highest domain above it that has one, or the one that says so of itself (RFC 9989, section 4.10). Above org, the registrable
// domain, only records count that say that they are for a public suffix: at other places something answers every question.
func readDMARC(ctx context.Context, r *dnslookup.Resolver, domain, org string) *DMARC {
	list, err := texts(ctx, r, "_dmarc."+domain)
	if err != nil {
		return nil
	}
	if own := ReadDMARC(list); own.Present {
		return &own
	}

	found := DMARC{}
	above := org != "" && strings.EqualFold(domain, org)
	for _, name := range parents(domain) {
		if list, err = texts(ctx, r, "_dmarc."+name); err != nil {
			if found.Present {
				break
			}
			return nil
		}
		d := ReadDMARC(list)
		if d.Present && d.Policy != Invalid {
			if d.suffix == "y" && !found.Present || !above && d.suffix != "y" {
				found = d
			}
			if d.suffix == "y" || d.suffix == "n" {
				break
			}
		}
		above = above || strings.EqualFold(name, org)
	}

	if found.Present {
		found.Inherited = true
		if found.SubdomainPolicy != "" {
			found.Policy = found.SubdomainPolicy
		}
	}

	return &found
}

// parents are the names above a domain, the nearest first, without those that are too far from the top.
func parents(domain string) []string {
	labels := strings.Split(domain, ".")
	var out []string
	for i := max(1, len(labels)-maxWalk); i < len(labels); i++ {
		out = append(out, strings.Join(labels[i:], "."))
	}
	return out
}
