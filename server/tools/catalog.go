package tools

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/server/discovery"
)

const (
	// pageBytes is about how long a page of a list may be: a model reads it whole, before anything else.
	pageBytes = 20_000
	// pageEnvelope is what of it is around the tools.
	pageEnvelope = 200
	// briefText is about how long the description of a tool is in the default list.
	briefText = 120
	// listTTL is how long a client may keep a list, in milliseconds. Lists change with the version of the service.
	listTTL = 3_600_000

	toolsetHeader = "X-MCP-Toolsets" // families, default or all, separated by commas
	toolsHeader   = "X-MCP-Tools"    // names of tools, likewise

	setDefault = "default"
	setAll     = "all"
)

// tool is a paid operation as MCP shows it.
type tool struct {
	op     *spec.Operation
	listed *mcp.Tool
}

// catalog is every tool, and the sets in which they are listed.
type catalog struct {
	free   []*mcp.Tool
	byName map[string]*tool
	sets   map[string][]*mcp.Tool // by family, default and all; without the free tools
	sizes  map[*mcp.Tool]int      // in bytes, with a comma
}

func newCatalog(s *spec.Spec) (*catalog, error) {
	// A tip does nothing for a task.
	sold := slices.DeleteFunc(slices.Clone(s.Operations), func(op *spec.Operation) bool {
		return !op.Paid || op.Family == "tips"
	})
	low, high, _ := discovery.PriceRange(sold)
	c := &catalog{
		free:   freeToolsFor(low, high),
		byName: map[string]*tool{},
		sets:   map[string][]*mcp.Tool{},
		sizes:  map[*mcp.Tool]int{},
	}

	for _, op := range sold {
		listed, err := toolOf(op)
		if err != nil {
			return nil, err
		}

		c.byName[op.ID] = &tool{
			op:     op,
			listed: listed,
		}
		c.sets[op.Family] = append(c.sets[op.Family], listed)
		c.sets[setAll] = append(c.sets[setAll], listed)
		if op.Flagship {
			brief, err := briefOf(op, listed)
			if err != nil {
				return nil, err
			}
			c.sets[setDefault] = append(c.sets[setDefault], brief)
		}
	}
	return c, c.measure()
}

// measure notes how long the tools are in a list.
func (c *catalog) measure() error {
	for _, t := range slices.Concat(c.free, c.sets[setDefault], c.sets[setAll]) {
		text, err := compact(t)
		if err != nil {
			return fmt.Errorf("measure tool %s: %w", t.Name, err)
		}
		c.sizes[t] = len(text) + 1
	}
	return nil
}

// briefOf is a tool as the default list shows it, which every client loads whether it needs the tool or not.
// describe_tool and the lists of families have all of it.
func briefOf(op *spec.Operation, listed *mcp.Tool) (*mcp.Tool, error) {
	schema, err := discovery.BriefArgumentsSchema(op)
	if err != nil {
		return nil, err
	}
	brief := *listed
	brief.Description = fmt.Sprintf("%s Price: $%s.", discovery.Opening(op.Description, briefText), discovery.PriceUSD(op))
	brief.InputSchema = schema
	// The title is next to them; a read-only tool needs no hint about what it might destroy.
	brief.Annotations = &mcp.ToolAnnotations{ReadOnlyHint: true}
	if op.ClosedWorld {
		brief.Annotations.OpenWorldHint = new(false)
	}
	return &brief, nil
}

// toolOf is the operation as a list shows it. It has no output schema: clients of the TypeScript SDK 1 hold error
// results to that as well, and would throw every quote away. The answers' schemas are also three quarters of the bytes.
func toolOf(op *spec.Operation) (*mcp.Tool, error) {
	schema, err := discovery.ArgumentsSchema(op)
	if err != nil {
		return nil, err
	}
	price := discovery.PriceUSD(op)
	return &mcp.Tool{
		Name:        op.ID,
		Title:       op.Summary,
		Description: fmt.Sprintf("%s Price: $%s.", op.Description, price),
		InputSchema: schema,
		Annotations: annotations(op.Summary, !op.ClosedWorld),
		// What Cloudflare's client shows before it pays.
		Meta: mcp.Meta{
			"agents-x402/paymentRequired": true,
			"agents-x402/priceUSD":        json.Number(price),
		},
	}, nil
}

// annotations of a tool that changes nothing. In an open world it asks others.
func annotations(title string, openWorld bool) *mcp.ToolAnnotations {
	return &mcp.ToolAnnotations{
		Title:           title,
		ReadOnlyHint:    true,
		IdempotentHint:  true,
		DestructiveHint: new(false),
		OpenWorldHint:   new(openWorld),
	}
}

// find is the tool with that name. Models also write the route's path, or the name in another case or with other marks
// between its words.
func (c *catalog) find(name string) *tool {
	if t := c.byName[name]; t != nil {
		return t
	}
	plain := plainName(name)
	for _, id := range slices.Sorted(maps.Keys(c.byName)) {
		t := c.byName[id]
		if plain == plainName(id) || plain == plainName(t.op.Path) || plain == plainName(t.op.Name()) {
			return t
		}
	}
	return nil
}

// plainName is the letters and digits of a name, in lower case.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			return r
		}
		return -1
	}, name)
}

// chooseToolset checks which tools a request wants to be listed, and leaves their sets in its header for the list. A
// set that the path names goes before those of the header.
func (d *Door) chooseToolset(r *http.Request) error {
	if named, below := strings.CutPrefix(r.URL.Path, toolsetPath); below {
		r.Header.Set(toolsetHeader, strings.Trim(named, "/"))
	}

	for _, set := range listOf(r.Header.Get(toolsetHeader)) {
		if d.catalog.sets[set] == nil {
			return fmt.Errorf("%q is no set of tools; there are %s, %s and the families %s",
				shown(set), setDefault, setAll, strings.Join(d.catalog.families(), ", "))
		}
	}
	for _, name := range listOf(r.Header.Get(toolsHeader)) {
		if d.catalog.byName[name] == nil {
			return fmt.Errorf("%q is no tool; find_tools lists tools for a task", shown(name))
		}
	}
	return nil
}

// families are the sets that are families.
func (c *catalog) families() []string {
	names := slices.Sorted(maps.Keys(c.sets))
	return slices.DeleteFunc(names, func(name string) bool { return name == setDefault || name == setAll })
}

// list answers tools/list: the free tools, then those of the sets that were chosen.
func (d *Door) list(req *mcp.ListToolsRequest) (mcp.Result, error) {
	header := http.Header{}
	if req.Extra != nil && req.Extra.Header != nil {
		header = req.Extra.Header
	}
	all := slices.Concat(d.catalog.free, d.catalog.chosen(header))

	from := 0
	wanted := ""
	if req.Params != nil {
		wanted = req.Params.Cursor
	}
	to := d.catalog.pageEnd(all, from)
	for wanted != "" && wanted != strconv.Itoa(from) && to < len(all) {
		from = to
		to = d.catalog.pageEnd(all, from)
	}
	if wanted != "" && (from == 0 || wanted != strconv.Itoa(from)) {
		return nil, &jsonrpc.Error{
			Code:    jsonrpc.CodeInvalidParams,
			Message: "the cursor is not one of this list",
		}
	}
	result := &mcp.ListToolsResult{
		Cacheable: mcp.Cacheable{
			TTLMs:      listTTL,
			CacheScope: "public",
		},
		Tools: all[from:to],
	}
	if to < len(all) {
		result.NextCursor = strconv.Itoa(to)
	}
	return result, nil
}

// pageEnd is where the page ends that begins at from: before the tool that would make it too long.
func (c *catalog) pageEnd(all []*mcp.Tool, from int) int {
	size := pageEnvelope
	for i, t := range all[from:] {
		if size += c.sizes[t]; size > pageBytes && i > 0 {
			return from + i
		}
	}
	return len(all)
}

// chosen are the tools of the sets and names in header, each once, in the order of the sets.
func (c *catalog) chosen(header http.Header) []*mcp.Tool {
	sets := listOf(header.Get(toolsetHeader))
	names := listOf(header.Get(toolsHeader))
	if len(sets) == 0 && len(names) == 0 {
		return c.sets[setDefault]
	}
	if len(sets) == 1 && len(names) == 0 {
		return c.sets[sets[0]]
	}

	var chosen []*mcp.Tool
	seen := map[*mcp.Tool]bool{}
	add := func(t *mcp.Tool) {
		if !seen[t] {
			seen[t] = true
			chosen = append(chosen, t)
		}
	}
	for _, set := range sets {
		for _, t := range c.sets[set] {
			add(t)
		}
	}
	for _, name := range names {
		if t := c.byName[name]; t != nil {
			add(t.listed)
		}
	}
	return chosen
}

// listOf are the entries of a comma list.
func listOf(text string) []string {
	var entries []string
	for entry := range strings.SplitSeq(text, ",") {
		if entry = strings.TrimSpace(entry); entry != "" {
			entries = append(entries, entry)
		}
	}
	return entries
}
