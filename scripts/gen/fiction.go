package main

import (
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
)

// A newcomer's first call is the example, so it must work on the live service: examples and descriptions name
// things that exist and last. This file rejects what a program can recognise as fictitious.

// allowedFictions are nonexistent hosts allowed in an example, by path and host, with the reason.
var allowedFictions = map[string]string{
	"/.well-known/x402 api.example.com":      ownOrigin,
	"/.well-known/x402.json api.example.com": ownOrigin,
	"/find api.example.com":                  ownOrigin,
	"/openapi.json api.example.com":          ownOrigin,
}

const ownOrigin = "the deployment's own origin: the served document has PUBLIC_BASE_URL in its place"

var (
	hostPattern = regexp.MustCompile(`(?i)(https?://)?([\w.+-]+@)?` +
		`((?:[a-z0-9-]+\.)+[a-z]{2,}|localhost)(:\d+)?(/[^\s"'<>)]*)?`)
	cvePattern  = regexp.MustCompile(`CVE-(\d{4})-(\d{4,})`)
	hexPattern  = regexp.MustCompile(`\b(0x)?([0-9a-fA-F]{8,})\b`)
	wordPattern = regexp.MustCompile(`(?i)\b(teapots?|acme|foo|foobar|lorem|ipsum|john doe|jane doe)\b`)
)

// reservedDomains exist, with one page each; names below them do not (RFC 2606).
var reservedDomains = []string{"example.com", "example.net", "example.org"}

// reservedTLDs are never delegated (RFC 2606).
var reservedTLDs = []string{"example", "invalid", "localhost", "test"}

// jokes are the first digits of invented addresses and hashes.
var jokes = []string{"dead", "beef", "cafebabe", "c0ffee", "12345678", "abcdef"}

// lintFiction reports what is fictitious in the operation's description, parameters, body and answer. It skips the
// tasks: they are people's questions.
func lintFiction(say sayFunc, where string, op *openapi3.Operation, now time.Time) {
	path := strings.Fields(where)[1]
	check := func(place string, value any) {
		texts(value, func(text string) {
			for _, problem := range fictions(path, text, now) {
				say(where+place, "%s", problem)
			}
		})
	}

	check("", op.Description)
	for _, p := range op.Parameters {
		check(" "+p.Value.Name, p.Value.Description)
		check(" "+p.Value.Name, p.Value.Example)
		if p.Value.Schema != nil && p.Value.Schema.Value != nil {
			check(" "+p.Value.Name, p.Value.Schema.Value.Example)
		}
	}
	if op.RequestBody != nil {
		for _, media := range op.RequestBody.Value.Content {
			check(" body", media.Example)
		}
	}
	if ok := op.Responses.Value("200"); ok != nil && ok.Value != nil {
		for _, media := range ok.Value.Content {
			check(" 200", media.Example)
		}
	}
}

// lintDescriptions checks the descriptions of the fields.
func lintDescriptions(say sayFunc, where string, s *openapi3.Schema, now time.Time) {
	for name, field := range s.Properties {
		if field.Ref != "" {
			continue // looked at under its own name
		}
		for _, problem := range fictions("", field.Value.Description, now) {
			say(where+"."+name, "%s", problem)
		}
		lintDescriptions(say, where+"."+name, field.Value, now)
	}
}

// texts calls visit with every text in an example, including member names.
func texts(value any, visit func(string)) {
	switch v := value.(type) {
	case string:
		visit(v)
	case []any:
		for _, item := range v {
			texts(item, visit)
		}
	case map[string]any:
		for name, member := range v {
			visit(name)
			texts(member, visit)
		}
	}
}

// fictions are the fictitious things in text, one line each. CVE identifiers of future years count.
func fictions(path, text string, now time.Time) []string {
	var out []string
	for _, m := range hostPattern.FindAllStringSubmatch(text, -1) {
		scheme := m[1]
		mailbox := m[2]
		host := strings.ToLower(m[3])
		rest := m[5]
		if mailbox == "" && allowedFictions[path+" "+host] == "" && madeUpHost(host, scheme, rest) {
			out = append(out, fmt.Sprintf("%q does not exist; take a page that stays", m[0]))
		}
		if mailbox != "" && madeUpMailHost(host) {
			out = append(out, fmt.Sprintf("%q cannot get mail; take a role address that is public", m[0]))
		}
	}

	for _, m := range cvePattern.FindAllStringSubmatch(text, -1) {
		if madeUpCVE(m[1], m[2], now) {
			out = append(out, fmt.Sprintf("%s does not exist; take one that is closed", m[0]))
		}
	}

	for _, m := range hexPattern.FindAllStringSubmatch(text, -1) {
		if madeUpHex(m[1], strings.ToLower(m[2])) {
			out = append(out, fmt.Sprintf("%s is made up; take a known address or hash", m[0]))
		}
	}

	for _, word := range wordPattern.FindAllString(text, -1) {
		out = append(out, fmt.Sprintf("%q is a placeholder; take a real name", word))
	}
	return out
}

// madeUpHost reports whether a host is below a reserved domain. The domains themselves are fine: they resolve and
// serve a page at the root.
func madeUpHost(host, scheme, path string) bool {
	for _, domain := range reservedDomains {
		if host == domain {
			return path != "" && path != "/"
		}
		if strings.HasSuffix(host, "."+domain) {
			return true
		}
	}
	if host == "localhost" { // the word alone may be said
		return scheme != "" || path != ""
	}
	return reservedTLD(host)
}

// madeUpMailHost allows mailboxes at example.com: they belong to nobody, and no other mailbox may appear here.
func madeUpMailHost(host string) bool {
	if host == "example.com" {
		return false
	}
	return slices.Contains(reservedDomains, host) || madeUpHost(host, "", "")
}

func reservedTLD(host string) bool {
	return slices.Contains(reservedTLDs, host[strings.LastIndexByte(host, '.')+1:])
}

// madeUpCVE reports whether the year is in the future or the number has six digits, which no year has had: numbers
// are assigned in order up to about 60,000 a year, and some in a block from 1,000,000.
func madeUpCVE(year, number string, now time.Time) bool {
	y, err := strconv.Atoi(year)
	return err != nil || y > now.Year() || len(number) == 6
}

// madeUpHex reports whether hex is one repeated byte, bytes that count up or down, or digits that spell something.
// Zeros after 0x mean nobody or nothing.
func madeUpHex(prefix, digits string) bool {
	if prefix == "" && len(digits) < 32 {
		return false // a number or a word
	}
	for _, joke := range jokes {
		if strings.HasPrefix(digits, joke) {
			return true
		}
	}
	bytes, err := hex.DecodeString(digits)
	if err != nil || len(bytes) < 8 {
		return false
	}

	steps := map[byte]bool{}
	for i := 1; i < len(bytes); i++ {
		steps[bytes[i]-bytes[i-1]] = true
	}
	if len(steps) > 1 {
		return false
	}
	none := prefix != "" && bytes[0] == 0 && steps[0]
	return (steps[0] || steps[1] || steps[255]) && !none
}
