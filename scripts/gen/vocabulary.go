package main

import (
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// A term is a word of the answers' vocabulary: the required shape of a member with that name on every route.
type term struct {
	names func(name string) bool
	rule  string // the message for one that does not fit
	fits  func(ref *openapi3.SchemaRef) bool
}

// terms are the part of the vocabulary that a program can check: one name and one shape for one thing in all
// answers.
var terms = []term{
	{named("partial"), "partial is a boolean; sources says what was left out", isType("boolean")},
	{named("truncated"), "truncated is a boolean", isType("boolean")},
	{named("sources"), "sources is a list of the shared Source", isListOf("Source")},
	{named("reasons"), "reasons is a list of the shared Reason", isListOf("Reason")},
	{named("dimensions"), "dimensions is an object of shared Dimensions by name", isDimensions},
	{named("coverage"), "coverage is the shared Coverage", isRef("Coverage")},
	{named("confidence"), "confidence is a number from 0 to 1; a word is confidence_level", isNumber(0, 1)},
	{isScore, "a score is an integer from 0 to 100", isInteger(0, 100)},
	{ending("_at"), "a moment is a string of format date-time", isText("date-time")},
	{named("as_of"), "as_of is a string of format date-time", isText("date-time")},
	{ending("_date"), "a day is a string of format date", isText("date")},
	{ending("_pct"), "per cent is a number", isSomeNumber},
	{ending("_ratio"), "a ratio is a number", isSomeNumber},
	{ending("_raw", "_wei"), "atomic units are a string", isType("string")},
	{isPercent, "per cent is *_pct, a share from 0 to 1 is *_ratio", never},
}

// dialect are names for things with another name in the vocabulary.
var dialect = map[string]string{
	"created":   "created_at",
	"updated":   "updated_at",
	"published": "published_at",
	"modified":  "modified_at",
	"expires":   "expires_at",
	"latitude":  "lat",
	"longitude": "lon",
	"lng":       "lon",
	"next":      "next_cursor",
	"has_more":  "next_cursor",
}

// kinds are the formats of inputs by their names. One reader of internal/intake reads all inputs of a kind.
var kinds = map[string]string{
	"country":          "country",
	"expected_country": "country",
	"network":          "network",
	"state":            "us-state",
}

// lintKinds checks the inputs of the operation's query against the kinds.
func lintKinds(say sayFunc, where string, op *openapi3.Operation) {
	for _, p := range op.Parameters {
		kind := kinds[p.Value.Name]
		place := strings.Fields(where)[1] + " ?" + p.Value.Name
		if kind != "" && p.Value.Schema.Value.Format != kind && exceptions[place] == "" {
			say(where, "%s: this input has the format %s, by which all routes read it alike", place, kind)
		}
	}
}

// lintVocabulary checks the inputs and the members of the operation's answer against the vocabulary.
func lintVocabulary(say sayFunc, where string, op *openapi3.Operation) {
	lintKinds(say, where, op)
	ok := op.Responses.Value("200")
	if ok == nil || ok.Value == nil {
		return
	}
	media := ok.Value.Content.Get("application/json")
	if media == nil || media.Schema == nil {
		return
	}

	path := strings.Fields(where)[1]
	members(media.Schema, path, map[*openapi3.Schema]bool{}, func(place, name string, ref *openapi3.SchemaRef) {
		if exceptions[place] != "" {
			return
		}
		if word := dialect[name]; word != "" {
			say(where, "%s: the vocabulary says %s", place, word)
		}
		for _, t := range terms {
			if t.names(name) && !t.fits(ref) {
				say(where, "%s: %s", place, t.rule)
			}
		}
	})
}

// members calls visit with every member of the schema, at any depth, and its place: "/path member.list[].member".
func members(
	ref *openapi3.SchemaRef, place string, above map[*openapi3.Schema]bool,
	visit func(place, name string, ref *openapi3.SchemaRef),
) {
	if ref == nil || ref.Value == nil || above[ref.Value] || isShared(ref) {
		return
	}
	above[ref.Value] = true
	defer delete(above, ref.Value)

	join := func(name string) string {
		if strings.Contains(place, " ") {
			return place + "." + name
		}
		return place + " " + name
	}
	for name, member := range ref.Value.Properties {
		visit(join(name), name, member)
		members(member, join(name), above, visit)
	}
	members(ref.Value.Items, place+"[]", above, visit)
	members(ref.Value.AdditionalProperties.Schema, place+"{}", above, visit)
	for _, list := range []openapi3.SchemaRefs{ref.Value.AllOf, ref.Value.OneOf, ref.Value.AnyOf} {
		for _, part := range list {
			members(part, place, above, visit)
		}
	}
}

// isShared reports whether a reference is to one of the shapes shared by all answers, which are reviewed once, by
// hand.
func isShared(ref *openapi3.SchemaRef) bool {
	for _, name := range answerShapes {
		if isRef(name)(ref) {
			return true
		}
	}
	return false
}

func named(names ...string) func(string) bool {
	return func(name string) bool {
		for _, n := range names {
			if n == name {
				return true
			}
		}
		return false
	}
}

func ending(suffixes ...string) func(string) bool {
	return func(name string) bool {
		for _, s := range suffixes {
			if strings.HasSuffix(name, s) {
				return true
			}
		}
		return false
	}
}

func isScore(name string) bool { return name == "score" || strings.HasSuffix(name, "_score") }

// isPercent leaves percentiles alone.
func isPercent(name string) bool {
	for word := range strings.SplitSeq(name, "_") {
		if word == "percent" || word == "percentage" {
			return true
		}
	}
	return false
}

func never(*openapi3.SchemaRef) bool { return false }

func isType(typ string) func(*openapi3.SchemaRef) bool {
	return func(ref *openapi3.SchemaRef) bool { return ref.Value.Type.Is(typ) }
}

func isText(format string) func(*openapi3.SchemaRef) bool {
	return func(ref *openapi3.SchemaRef) bool { return ref.Value.Type.Is("string") && ref.Value.Format == format }
}

func isSomeNumber(ref *openapi3.SchemaRef) bool {
	return ref.Value.Type.Is("number") || ref.Value.Type.Is("integer")
}

func isNumber(low, high float64) func(*openapi3.SchemaRef) bool {
	return func(ref *openapi3.SchemaRef) bool { return ref.Value.Type.Is("number") && within(ref.Value, low, high) }
}

func isInteger(low, high float64) func(*openapi3.SchemaRef) bool {
	return func(ref *openapi3.SchemaRef) bool {
		return ref.Value.Type.Is("integer") && within(ref.Value, low, high)
	}
}

func within(s *openapi3.Schema, low, high float64) bool {
	return s.Min != nil && s.Max != nil && *s.Min >= low && *s.Max <= high
}

// isRef reports whether a schema is the shared one or its nullable form, which OpenAPI 3.0 writes as allOf.
func isRef(name string) func(*openapi3.SchemaRef) bool {
	target := "#/components/schemas/" + name
	return func(ref *openapi3.SchemaRef) bool {
		if ref.Ref == target {
			return true
		}
		return ref.Ref == "" && ref.Value != nil && len(ref.Value.AllOf) == 1 && ref.Value.AllOf[0].Ref == target
	}
}

func isListOf(name string) func(*openapi3.SchemaRef) bool {
	return func(ref *openapi3.SchemaRef) bool {
		return ref.Value.Type.Is("array") && ref.Value.Items != nil && isRef(name)(ref.Value.Items)
	}
}

// isDimensions reports whether an object's members, named or not, are all Dimensions.
func isDimensions(ref *openapi3.SchemaRef) bool {
	if !ref.Value.Type.Is("object") {
		return false
	}
	for _, member := range ref.Value.Properties {
		if !isRef("Dimension")(member) {
			return false
		}
	}
	others := ref.Value.AdditionalProperties.Schema
	return len(ref.Value.Properties) > 0 || others != nil && isRef("Dimension")(others)
}
