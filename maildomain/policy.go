package maildomain

import (
	"strconv"
	"strings"
)

// Policies of an SPF record (RFC 7208) and of a DMARC record (RFC 7489).
const (
	Fail     = "fail"
	SoftFail = "softfail"
	Neutral  = "neutral"
	Pass     = "pass"

	None       = "none"
	Quarantine = "quarantine"
	Reject     = "reject"

	Invalid = "invalid" // there is something, but receivers cannot use it
)

// SPF is what a domain says about who may send for it.
type SPF struct {
	Present  bool
	Policy   string   // for everybody else: fail, softfail, neutral, pass; or invalid; "" without a record
	Includes []string // the names whose records count too, lower case

	redirect string
}

// ReadSPF finds the record among a domain's texts. Two are an error that receivers give up on (section 4.5). Without an all
// mechanism the policy is neutral (section 4.7), unless redirect names another record.
func ReadSPF(texts []string) SPF {
	var s SPF
	for _, text := range texts {
		terms := strings.Fields(strings.ToLower(text))
		if len(terms) == 0 || terms[0] != "v=spf1" {
			continue
		}
		if s.Present {
			return SPF{Present: true, Policy: Invalid}
		}
		s.Present, s.Policy = true, Neutral
		all := false
		for _, term := range terms[1:] {
			if target, ok := strings.CutPrefix(term, "redirect="); ok {
				s.redirect = target
				continue
			}
			qualifier := byte('+')
			if strings.IndexByte("+-~?", term[0]) >= 0 {
				qualifier, term = term[0], term[1:]
			}
			if target, ok := strings.CutPrefix(term, "include:"); ok && !all {
				s.Includes = append(s.Includes, target)
			}
			if term == "all" && !all { // what follows it is never looked at
				all = true
				s.Policy = map[byte]string{'+': Pass, '-': Fail, '~': SoftFail, '?': Neutral}[qualifier]
			}
		}
		if all {
			s.redirect = "" // section 6.1
		}
	}
	return s
}

// DMARC is what a domain asks receivers to do with mail that fails SPF and DKIM.
type DMARC struct {
	Present         bool
	Policy          string // none, quarantine, reject; or invalid; "" without a record
	SubdomainPolicy string // "" when not said
	Percent         *int   // of the mail that the policy is for; nil when not said
	Inherited       bool   // it is the record of the registrable domain
}

// ReadDMARC finds the record among the texts of the _dmarc name. Several are as none (section 6.6.3), which is told apart here
// as invalid; a policy that is not known counts as none where reports are wanted (same section).
func ReadDMARC(texts []string) DMARC {
	var d DMARC
	for _, text := range texts {
		tags := strings.Split(text, ";")
		if name, value, ok := strings.Cut(tags[0], "="); !ok || strings.TrimSpace(name) != "v" || strings.TrimSpace(value) != "DMARC1" {
			continue
		}
		if d.Present {
			return DMARC{Present: true, Policy: Invalid}
		}
		d.Present = true
		reports := false
		for _, tag := range tags[1:] {
			name, value, _ := strings.Cut(tag, "=")
			value = strings.ToLower(strings.TrimSpace(value))
			switch strings.ToLower(strings.TrimSpace(name)) {
			case "p":
				d.Policy = known(value)
			case "sp":
				d.SubdomainPolicy = known(value)
			case "pct":
				if n, err := strconv.Atoi(value); err == nil && n >= 0 && n <= 100 {
					d.Percent = &n
				}
			case "rua":
				reports = value != ""
			}
		}
		if d.Policy == "" {
			d.Policy = Invalid
			if reports {
				d.Policy = None
			}
		}
	}
	return d
}

func known(policy string) string {
	switch policy {
	case None, Quarantine, Reject:
		return policy
	}
	return ""
}
