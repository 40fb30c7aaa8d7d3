package maildomain

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/dnslookup"
)

// Policies of an SPF record (RFC 7208).
const (
	Fail     = "fail"
	SoftFail = "softfail"
	Neutral  = "neutral"
	Pass     = "pass"

	Invalid = "invalid" // there is something, but receivers cannot use it
)

// Why an SPF record is invalid: receivers give up on it (permerror, RFC 7208, section 2.6.7).
const (
	SeveralRecords = "several_records"  // section 4.5
	BadSyntax      = "syntax"           // section 4.6
	TooManyLookups = "too_many_lookups" // section 4.6.4; a record that includes itself comes to this
	BrokenInclude  = "broken_include"   // an included name has no record, or an invalid one (section 5.2)
	BrokenRedirect = "broken_redirect"  // the same of the name that it redirects to (section 6.1)
)

// SPF is what a domain says about who may send for it.
type SPF struct {
	Present  bool
	Policy   string   // for everybody else: fail, softfail, neutral, pass; or invalid; "" without a record
	Problem  string   // why it is invalid; "" when it is not
	Includes []string // the names whose records count too, lower case
	Lookups  *int     // DNS lookups that it costs a receiver, 11 for more than the 10 allowed; nil when they could not be counted

	plain    int // lookups of its own terms, without includes and redirect
	redirect string
}

// ReadSPF finds the record among a domain's texts. Two are an error that receivers give up on (section 4.5). Without an all
// mechanism the policy is neutral (section 4.7), unless redirect names another record. Nothing is looked up.
func ReadSPF(texts []string) SPF {
	var s SPF
	for _, text := range texts {
		version, rest, _ := strings.Cut(strings.ToLower(text), " ")
		if version != "v=spf1" {
			continue
		}
		if s.Present {
			return SPF{Present: true, Policy: Invalid, Problem: SeveralRecords}
		}
		s = readTerms(strings.Fields(rest))
	}
	return s
}

// readTerms reads a record's terms, lower case (section 4.6.1). One that is wrong spoils them all.
func readTerms(terms []string) SPF {
	s := SPF{Present: true, Policy: Neutral}
	all, seen := false, map[string]bool{}
	for _, term := range terms {
		qualifier := byte('+')
		if strings.IndexByte("+-~?", term[0]) >= 0 {
			qualifier, term = term[0], term[1:]
		}
		end := strings.IndexAny(term, "=:/")
		if end < 0 {
			end = len(term)
		}
		name, value := term[:end], term[end:]
		if strings.HasPrefix(value, "=") { // a modifier; those that are not known are passed over (section 6)
			if qualifier != '+' || name == "" || (name == "redirect" || name == "exp") && (seen[name] || value == "=") {
				return SPF{Present: true, Policy: Invalid, Problem: BadSyntax}
			}
			seen[name] = true
			if name == "redirect" {
				s.redirect = value[1:]
			}
			continue
		}
		if !mechanism(name, value) {
			return SPF{Present: true, Policy: Invalid, Problem: BadSyntax}
		}
		switch {
		case all: // what follows it is never looked at
		case name == "all":
			all = true
			s.Policy = map[byte]string{'+': Pass, '-': Fail, '~': SoftFail, '?': Neutral}[qualifier]
		case name == "include":
			s.Includes = append(s.Includes, value[1:])
		case name != "ip4" && name != "ip6":
			s.plain++
		}
	}
	if all {
		s.redirect = "" // section 6.1
	}
	return s
}

// mechanism says whether a mechanism is one, with a value that it may have (section 5). Domains are not checked: they may have
// macros in them.
func mechanism(name, value string) bool {
	target, given := strings.CutPrefix(value, ":")
	switch name {
	case "all":
		return value == ""
	case "include", "exists":
		return given && target != ""
	case "ptr":
		return value == "" || given && target != ""
	case "ip4", "ip6":
		prefix, err := netip.ParsePrefix(target)
		ip := prefix.Addr()
		if err != nil {
			ip, err = netip.ParseAddr(target)
		}
		return given && err == nil && ip.Zone() == "" && ip.Is4() == (name == "ip4")
	case "a", "mx":
		if given {
			if strings.Contains(target, "%") { // a macro may have a slash in it
				return true
			}
			end := strings.IndexByte(target+"/", '/')
			if end == 0 {
				return false
			}
			value = target[end:]
		}
		four, six, dual := strings.Cut(value, "//")
		return bits(strings.TrimPrefix(four, "/"), 32, four == "") && bits(six, 128, !dual)
	}
	return false
}

func bits(text string, most int, absent bool) bool {
	n, err := strconv.Atoi(text)
	return absent || err == nil && n >= 0 && n <= most
}

// maxLookups is how many a receiver does for one record (section 4.6.4).
const maxLookups = 10

// spfBudget bounds the time in which a record is followed, within that of the caller.
const spfBudget = 3 * time.Second

func readSPF(ctx context.Context, r *dnslookup.Resolver, domain string) *SPF {
	list, err := texts(ctx, r, domain)
	if err != nil {
		return nil
	}
	s := ReadSPF(list)
	if !s.Present || s.Policy == Invalid {
		return &s
	}
	ctx, cancel := context.WithTimeout(ctx, spfBudget)
	defer cancel()
	w := spfWalk{resolver: r}
	err = w.follow(ctx, &s)
	switch {
	case w.problem != "":
		s.Policy, s.Problem = Invalid, w.problem
	case err != nil && s.redirect != "":
		return nil // nobody knows the policy
	case err != nil:
		return &s
	}
	if w.problem == "" || w.problem == TooManyLookups {
		s.Lookups = &w.lookups
	}
	return &s
}

// spfWalk follows a record through the names that it includes, as a receiver does for mail from an address that none of them has.
type spfWalk struct {
	resolver *dnslookup.Resolver
	lookups  int
	problem  string
}

// spend counts lookups; false when there are too many.
func (w *spfWalk) spend(n int) bool {
	if w.lookups = min(w.lookups+n, maxLookups+1); w.lookups > maxLookups {
		w.problem = TooManyLookups
		return false
	}
	return true
}

// follow puts the policy of the record that s redirects to into s, and its includes. It ends at the first problem.
func (w *spfWalk) follow(ctx context.Context, s *SPF) error {
	if !w.spend(s.plain) {
		return nil
	}
	for _, name := range s.Includes {
		target, err := w.read(ctx, name, BrokenInclude)
		if target == nil || err != nil {
			if err != nil || w.problem != "" {
				return err
			}
			continue
		}
		if err := w.follow(ctx, target); err != nil || w.problem != "" {
			return err
		}
	}
	if s.redirect == "" {
		return nil
	}
	target, err := w.read(ctx, s.redirect, BrokenRedirect)
	if target == nil || err != nil {
		return err
	}
	if err := w.follow(ctx, target); err != nil {
		return err
	}
	s.Policy, s.Includes = target.Policy, append(slices.Clip(s.Includes), target.Includes...)
	return nil
}

// read gives the record of a name that another one names: nil where there is none to follow, and then problem may be set.
func (w *spfWalk) read(ctx context.Context, name, broken string) (*SPF, error) {
	if !w.spend(1) || strings.Contains(name, "%") { // macros depend on the sender
		return nil, nil
	}
	list, err := texts(ctx, w.resolver, name)
	if err != nil && !errors.Is(err, dnslookup.BadName) {
		return nil, err
	}
	target := ReadSPF(list)
	if !target.Present || target.Policy == Invalid {
		w.problem = broken
		return nil, nil
	}
	return &target, nil
}
