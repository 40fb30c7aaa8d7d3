package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/dated"
	"github.com/farebox/farebox/server/catalog"
)

const tablesIntro = `<!-- Generated from the declarations beside the tables by scripts/docs. Do not edit. -->
# Tables

What is built into the program and is of some day. An answer that rests on a table past its last day has the source
` + "`stale`" + ` and ` + "`partial: true`" + `, or is refused without a charge. ` + "`/health`" + ` tells of the
last day 60 days ahead and the metric ` + "`farebox_table_days_left`" + ` at all times; ` + "`make tables`" + `, run
weekly and before a release, fails after it.

## With a last day

What becomes wrong by itself, the first to end first.

| table | as of | good until | routes | how to renew it |
|---|---|---|---|---|
`

const lastingText = `
## Without a last day

What stays true, and only lacks what came later.

| table | as of | routes | why there is none |
|---|---|---|---|
`

const contentsText = `
## What they hold

| table | holds | source |
|---|---|---|
`

// tablesPage is docs/tables.md.
func tablesPage(tables []dated.Table) string {
	ending := slices.DeleteFunc(slices.Clone(tables), func(t dated.Table) bool { return t.GoodUntil == "" })
	slices.SortStableFunc(ending, func(a, b dated.Table) int { return cmp.Compare(a.GoodUntil, b.GoodUntil) })

	var b strings.Builder
	b.WriteString(tablesIntro)
	for _, t := range ending {
		row(&b, code(t.Name), string(t.AsOf), string(t.GoodUntil), codes(t.Routes), t.Renew)
	}

	b.WriteString(lastingText)
	for _, t := range tables {
		if t.GoodUntil == "" {
			row(&b, code(t.Name), string(t.AsOf), codes(t.Routes), strings.TrimPrefix(t.Renew, "Not needed: "))
		}
	}

	b.WriteString(contentsText)
	for _, t := range tables {
		source := t.Source
		if t.URL != "" {
			source = "[" + source + "](" + t.URL + ")"
		}
		row(&b, code(t.Name), t.Holds, source)
	}
	return b.String()
}

// codes are words in code style, separated by commas.
func codes(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = code(word)
	}
	return strings.Join(quoted, ", ")
}

// nonePast fails if a table of the program has expired.
func nonePast(now time.Time) error {
	tables, err := catalog.Tables()
	if err != nil {
		return err
	}
	return pastOf(tables, now)
}

// pastOf names the expired tables.
func pastOf(tables []dated.Table, now time.Time) error {
	var errs []error
	for _, t := range tables {
		if t.Past(now) {
			errs = append(errs, fmt.Errorf("the table %s was good until %s: %s", t.Name, t.GoodUntil, t.Renew))
		}
	}
	return errors.Join(errs...)
}
