package main

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

const intro = `<!-- Generated from the declarations under internal/ by scripts/docs. Do not edit. -->
# Upstreams

The data providers that routes call. Each address can be set by its variable, to a mirror or to ` + "`off`" + `; keys are
optional unless marked **required**, without which the routes that cannot do without the provider answer 503 ` + "`not_configured`" + `.
Limits are ours towards the provider, per process.
`

// upstreams is docs/upstreams.md.
func upstreams(providers []upstream.Provider) string {
	var b strings.Builder
	b.WriteString(intro)
	if len(providers) == 0 {
		b.WriteString("\nNo provider is declared yet.\n")
		return b.String()
	}
	b.WriteString("\n| provider | address | limit | kept for | terms and attribution | checked |\n|---|---|---|---|---|---|\n")
	for _, p := range providers {
		name := "`" + p.Name + "`"
		if p.Docs != "" {
			name = "[" + name + "](" + p.Docs + ")"
		}
		row(&b, name, addresses(p), limit(p.RatePerMinute), span(p.TTL), terms(p), cmp.Or(p.Checked, "-"))
	}
	b.WriteString("\n## Settings\n\n| variable | default | meaning |\n|---|---|---|\n")
	for _, p := range providers {
		for _, v := range p.Variables() {
			doc := v.Doc
			if v.Required {
				doc += " (**required**)"
			}
			row(&b, "`"+v.Name+"`", code(v.Default), doc)
		}
	}
	return b.String()
}

// row writes one line of a table.
func row(b *strings.Builder, cells ...string) {
	for _, c := range cells {
		c = strings.ReplaceAll(strings.ReplaceAll(c, "|", `\|`), "\n", " ")
		b.WriteString("| " + c + " ")
	}
	b.WriteString("|\n")
}

func addresses(p upstream.Provider) string {
	list := []string{}
	for _, v := range p.Variables() {
		if !v.Secret {
			list = append(list, cmp.Or(v.Default, "set by the operator"))
		}
	}
	return strings.Join(list, "<br>")
}

func terms(p upstream.Provider) string {
	if p.Terms != "" && p.Attribution != "" {
		return p.Attribution + "; " + p.Terms
	}
	return cmp.Or(p.Attribution, p.Terms, "-")
}

func limit(perMinute float64) string {
	if perMinute == 0 {
		return "-"
	}
	return fmt.Sprintf("%g a minute", perMinute)
}

// span writes a duration in its largest whole unit.
func span(d time.Duration) string {
	for _, u := range []struct {
		of   time.Duration
		name string
	}{{24 * time.Hour, "d"}, {time.Hour, "h"}, {time.Minute, "min"}, {time.Second, "s"}} {
		if d >= u.of && d%u.of == 0 {
			return fmt.Sprintf("%d %s", d/u.of, u.name)
		}
	}
	if d == 0 {
		return "-"
	}
	return d.String()
}

func code(s string) string {
	if s == "" {
		return "-"
	}
	return "`" + s + "`"
}
