package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

const intro = `<!-- Generated from the declarations under internal/ by scripts/docs. Do not edit. -->
# Upstreams

The data providers that routes call.

- [Providers](#providers): limits, caching and how the shapes were checked
- [Terms and attribution](#terms-and-attribution)
- [Addresses](#addresses) and [keys](#keys): the settings
- [Chain endpoints](#chain-endpoints): the public JSON-RPC endpoints
`

const providersText = `
## Providers

- **limit**: requests that one process sends, or all replicas with one ` + "`CACHE_URL`" + ` together; see ` +
	"`UPSTREAM_RATE_SCALE`" + `
- **kept for**: how long an answer is used again
- **checked**: what the adapter's shapes were compared with

| provider | limit | kept for | checked |
|---|---|---|---|
`

const termsText = `
## Terms and attribution

| providers | attribution | terms |
|---|---|---|
`

const addressesText = `
## Addresses

Each address can be set to a mirror. The value ` + "`off`" + ` in a provider's first address switches the provider off.
A provider without a default is not called until its address is set.

| variable | default |
|---|---|
`

const keysText = `
## Keys

Keys are optional unless marked **required**. Without a required key, routes that cannot do without the provider answer
503 ` + "`not_configured`" + `.

| variable | default | providers | gives |
|---|---|---|---|
`

const endpointsText = `
## Chain endpoints

Public [JSON-RPC](https://ethereum.org/developers/docs/apis/json-rpc/) endpoints, each within its operator's limits.
Set a variable to another address or to ` + "`off`" + `.

| endpoint | variable | address | checked |
|---|---|---|---|
`

// upstreams is docs/upstreams.md. Providers that are endpoints get a separate table: there are many, and they
// differ only in their URL.
func upstreams(providers, endpoints []upstream.Provider) string {
	var b strings.Builder
	b.WriteString(intro)
	if len(providers) == 0 {
		b.WriteString("\nNo provider is declared yet.\n")
		return b.String()
	}

	data := slices.DeleteFunc(slices.Clone(providers), func(p upstream.Provider) bool {
		return slices.ContainsFunc(endpoints, func(e upstream.Provider) bool { return e.Name == p.Name })
	})

	b.WriteString(providersText)
	for _, p := range data {
		row(&b, nameLink(p), limit(p.RatePerMinute, p.Quotas), span(p.TTL), cmp.Or(p.Checked, "-"))
	}
	b.WriteString(termsText)
	termRows(&b, data)
	b.WriteString(addressesText)
	for _, p := range data {
		addressRows(&b, p)
	}
	b.WriteString(keysText)
	keyRows(&b, data)
	b.WriteString(endpointsText)
	for _, p := range endpoints {
		address := p.Variables()[0]
		row(&b, "`"+p.Name+"`", code(address.Name), code(address.Default), cmp.Or(p.Checked, "-"))
	}
	links(&b, data)

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

// nameLink names a provider. The URL of its documentation is below the tables (see links), which keeps the rows
// short.
func nameLink(p upstream.Provider) string {
	if p.Docs == "" {
		return "`" + p.Name + "`"
	}
	return "[`" + p.Name + "`][" + p.Name + "]"
}

// links writes the URLs that nameLink refers to.
func links(b *strings.Builder, providers []upstream.Provider) {
	b.WriteString("\n")
	for _, p := range providers {
		if p.Docs != "" {
			b.WriteString("[" + p.Name + "]: " + p.Docs + "\n")
		}
	}
}

// termRows writes one row for all providers with the same attribution and terms.
func termRows(b *strings.Builder, providers []upstream.Provider) {
	type terms struct{ attribution, terms string }
	names := map[terms][]string{}
	var order []terms

	for _, p := range providers {
		t := terms{attribution: p.Attribution, terms: p.Terms}
		if names[t] == nil {
			order = append(order, t)
		}
		names[t] = append(names[t], "`"+p.Name+"`")
	}

	for _, t := range order {
		row(b, strings.Join(names[t], ", "), cmp.Or(t.attribution, "-"), cmp.Or(t.terms, "-"))
	}
}

func addressRows(b *strings.Builder, p upstream.Provider) {
	for _, v := range p.Variables() {
		if !v.Secret {
			row(b, "`"+v.Name+"`", code(v.Default))
		}
	}
}

// keyRows writes one row for each key, with all providers that use it.
func keyRows(b *strings.Builder, providers []upstream.Provider) {
	type key struct{ env, standard, gives string }
	names := map[key][]string{}
	var order []key

	for _, p := range providers {
		for _, k := range p.Keys {
			gives := cmp.Or(k.Gives, "-")
			if k.Required {
				gives += " (**required**)"
			}

			id := key{env: k.Env, standard: k.Default, gives: gives}
			if names[id] == nil {
				order = append(order, id)
			}
			names[id] = append(names[id], "`"+p.Name+"`")
		}
	}

	for _, k := range order {
		row(b, "`"+k.env+"`", code(k.standard), strings.Join(names[k], ", "), k.gives)
	}
}

func limit(perMinute float64, quotas []upstream.Quota) string {
	var parts []string
	if perMinute > 0 {
		parts = append(parts, fmt.Sprintf("%g a minute", perMinute))
	}
	for _, q := range quotas {
		parts = append(parts, fmt.Sprintf("%d in %s", q.Requests, span(q.Per)))
	}
	return cmp.Or(strings.Join(parts, ", "), "-")
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
