package maildomain

import (
	"context"
	"errors"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/farebox/farebox/internal/network/dnslookup"
	"github.com/farebox/farebox/internal/web/fetch"
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
	SeveralRecords = "several_records"       // section 4.5
	BadSyntax      = "syntax"                // section 4.6
	TooManyLookups = "too_many_lookups"      // section 4.6.4; a record that includes itself comes to this
	TooManyVoids   = "too_many_void_lookups" // more than two of its names do not exist (section 4.6.4)
	BrokenInclude  = "broken_include"        // an included name has no record, or an invalid one (section 5.2)
	BrokenRedirect = "broken_redirect"       // the same for the name that it redirects to (section 6.1)
)

// SPF is what a domain says about who may send for it.
type SPF struct {
	Present bool
	Policy  string // for everybody else: fail, softfail, neutral, pass; or invalid; "" without a record
	Problem string // why it is invalid; "" when it is not
	Lookups *int   // DNS lookups that it costs a receiver, 11 for more than the 10 allowed; nil when they could not be counted

	includes []include
	plain    int      // lookups of its own terms, without includes and redirect
	targets  []string // the names among these, as far as they are known
	redirect string
}

// include is a name whose record counts too, lower case, and the result for whom that record lets pass.
type include struct{ name, result string }

var results = map[byte]string{
	'+': Pass,
	'-': Fail,
	'~': SoftFail,
	'?': Neutral,
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
			return SPF{
				Present: true,
				Policy:  Invalid,
				Problem: SeveralRecords,
			}
		}
		s = readTerms(rest)
	}
	return s
}

// readTerms reads a record's terms, lower case and with blanks between them (section 4.6.1). One that is wrong spoils them all.
func readTerms(text string) SPF {
	s := SPF{Present: true, Policy: Neutral}
	all := false
	seen := map[string]bool{}
	for term := range strings.SplitSeq(text, " ") {
		if term == "" {
			continue
		}
		qualifier := byte('+')
		if strings.IndexByte("+-~?", term[0]) >= 0 {
			qualifier = term[0]
			term = term[1:]
		}
		end := strings.IndexAny(term, "=:/")
		if end < 0 {
			end = len(term)
		}
		name := term[:end]
		value := term[end:]
		if strings.HasPrefix(value, "=") { // a modifier; those that are not known are passed over (section 6)
			if qualifier != '+' || !modifierName.MatchString(name) || !macroString.MatchString(value[1:]) || (name == "redirect" || name == "exp") && (seen[name] || value == "=") {
				return SPF{
					Present: true,
					Policy:  Invalid,
					Problem: BadSyntax,
				}
			}
			seen[name] = true
			if name == "redirect" {
				s.redirect = value[1:]
			}
			continue
		}
		if !mechanism(name, value) {
			return SPF{
				Present: true,
				Policy:  Invalid,
				Problem: BadSyntax,
			}
		}
		switch {
		case all: // what follows it is never looked at
		case name == "all":
			all = true
			s.Policy = results[qualifier]
		case name == "include":
			s.includes = append(s.includes, include{strings.TrimSuffix(value[1:], "."), results[qualifier]})
		case name != "ip4" && name != "ip6":
			s.plain++
			target, _, _ := strings.Cut(strings.TrimPrefix(value, ":"), "/")
			if name != "ptr" && target != "" && !strings.Contains(target, "%") {
				s.targets = append(s.targets, target)
			}
		}
	}

	if all {
		s.redirect = "" // section 6.1
	}
	return s
}

// Names of modifiers, and domains, which may have macros in them (sections 4.6.1 and 7.1), in lower case.
var (
	modifierName = regexp.MustCompile(`^[a-z][a-z0-9._-]*$`)
	macroString  = regexp.MustCompile(`^(?:%\{[slodiphv](?:[1-9][0-9]*)?r?[.+,/_=-]*\}|%[%_-]|[!-$&-~])*$`)
)

// mechanism says whether a mechanism is one, with a value that it may have (section 5).
func mechanism(name, value string) bool {
	target, given := strings.CutPrefix(value, ":")
	if !macroString.MatchString(target) {
		return false
	}

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
	return absent || err == nil && n >= 0 && n <= most && strconv.Itoa(n) == text
}

// What a receiver does for one record at most (section 4.6.4): lookups, and of these such that find nothing.
const (
	maxLookups = 10
	maxVoids   = 2
)

func readSPF(ctx context.Context, r *dnslookup.Resolver, domain string) *SPF {
	list, err := texts(ctx, r, domain)
	if err != nil {
		return nil
	}

	s := ReadSPF(list)
	if !s.Present || s.Policy == Invalid {
		return &s
	}

	w := spfWalk{resolver: r}
	err = w.follow(ctx, &s)
	switch {
	case w.problem != "":
		s.Policy = Invalid
		s.Problem = w.problem
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
	resolver       *dnslookup.Resolver
	lookups, voids int
	problem        string
}

// spend counts lookups; false when there are too many.
func (w *spfWalk) spend(n int) bool {
	if w.lookups = min(w.lookups+n, maxLookups+1); w.lookups > maxLookups {
		w.problem = TooManyLookups
		return false
	}
	return true
}

// look counts those of names that do not exist. A name without an address of the sender's family would be one too, but
// which that is nobody knows here.
func (w *spfWalk) look(ctx context.Context, names []string) {
	for _, name := range names {
		err := error(dnslookup.NXDomain)
		if public(name) {
			_, err = w.resolver.A(ctx, name)
		}
		if errors.Is(err, dnslookup.NXDomain) {
			w.voids++
		}
	}
	if w.voids > maxVoids {
		w.problem = TooManyVoids
	}
}

// follow puts the policy that the includes of s, or the record that it redirects to, lead to into s. It ends at the first problem.
func (w *spfWalk) follow(ctx context.Context, s *SPF) error {
	if !w.spend(s.plain) {
		return nil
	}
	if w.look(ctx, s.targets); w.problem != "" {
		return nil
	}

	for _, in := range s.includes {
		target, err := w.read(ctx, in.name, BrokenInclude)
		if target == nil || err != nil {
			if err != nil && !errors.Is(err, errMacro) || w.problem != "" {
				return err
			}
			continue
		}
		if err := w.follow(ctx, target); err != nil || w.problem != "" {
			return err
		}
		if target.Policy == Pass { // the record lets anyone pass, and what follows it is never evaluated (section 5.2)
			s.Policy = in.result
			return nil
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

	s.Policy = target.Policy
	s.includes = append(slices.Clip(s.includes), target.includes...)
	return nil
}

// errMacro is a name that depends on the sender.
var errMacro = errors.New("the name has a macro in it")

// read gives the record of a name that another one names: nil where there is none to follow, and then problem may be set.
func (w *spfWalk) read(ctx context.Context, name, broken string) (*SPF, error) {
	if !w.spend(1) {
		return nil, nil
	}
	if strings.Contains(name, "%") {
		return nil, errMacro
	}

	var list []string
	if public(name) {
		var err error
		if list, err = texts(ctx, w.resolver, name); err != nil && !errors.Is(err, dnslookup.BadName) {
			return nil, err
		}
	}

	target := ReadSPF(list)
	if !target.Present || target.Policy == Invalid {
		w.problem = broken
		return nil, nil
	}

	return &target, nil
}

// public says whether a name that a stranger wrote may be asked for. What only our own network knows, such as names of one
// label, does not exist for receivers; the DNS library reads a backslash as the beginning of an escape.
func public(name string) bool {
	name = strings.TrimSuffix(name, ".")
	return strings.Contains(name, ".") && !strings.Contains(name, `\`) && !fetch.ReservedName(name)
}
