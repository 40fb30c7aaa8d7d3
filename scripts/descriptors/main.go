// Command descriptors writes the table of package clearsign from a copy of the registry of clear signing (ERC-7730),
// and that of package projectsites from the registry and a copy of the directory of open-source projects
// (oss-directory):
//
//	go run ./scripts/descriptors REGISTRY > internal/chain/clearsign/forms.tsv
//	go run ./scripts/descriptors REGISTRY DIRECTORY > internal/chain/projectsites/sites.tsv
//
// Both are the roots of repositories. Taken over are facts alone: which functions and messages the
// contracts of a project have, and what the project says they are for.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/abijson"
	"github.com/farebox/farebox/internal/chain/evm"
)

func main() {
	var err error
	switch len(os.Args) {
	case 2:
		err = run(os.DirFS(os.Args[1]))
	case 3:
		err = writeSites(os.DirFS(os.Args[1]), os.DirFS(os.Args[2]))
	default:
		fmt.Fprintln(os.Stderr, "usage: descriptors REGISTRY [DIRECTORY]")
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "descriptors:", err)
		os.Exit(1)
	}
}

// form is a row of the table: what a function or a message is for, and the contracts that have it.
type form struct {
	kind, signature, intent string

	at map[string]map[string]bool // contracts as network:address, by owner
}

func run(registry fs.FS) error {
	forms := map[string]*form{}
	if err := eachDescriptor(registry, func(whole node) { collect(forms, whole) }); err != nil {
		return err
	}
	return write(slices.SortedFunc(maps.Values(forms), func(a, b *form) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.signature, b.signature),
			cmp.Compare(a.intent, b.intent))
	}))
}

// eachDescriptor hands over each descriptor of the registry, with what it includes.
func eachDescriptor(registry fs.FS, take func(whole node)) error {
	files, err := fs.Glob(registry, "registry/*/*.json")
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return errors.New("there is no registry in the folder")
	}

	for _, file := range files {
		name := path.Base(file)
		if !strings.HasPrefix(name, "calldata-") && !strings.HasPrefix(name, "eip712-") {
			continue
		}
		whole, err := read(registry, file, 0)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		take(whole)
	}
	return nil
}

func ownerOf(whole node) string {
	return plain(cmp.Or(whole.text("owner"), whole.in("metadata").text("owner")))
}

// node is an object of JSON.
type node map[string]any

func (n node) in(names ...string) node {
	for _, name := range names {
		n, _ = n[name].(map[string]any)
	}
	return n
}

func (n node) text(name string) string { s, _ := n[name].(string); return s }

func (n node) list(name string) []node {
	var out []node
	items, _ := n[name].([]any)
	for _, item := range items {
		if m, ok := item.(map[string]any); ok {
			out = append(out, m)
		}
	}
	return out
}

// mostIncludes bounds files that include each other.
const mostIncludes = 5

// read reads a descriptor with what it includes; its own members win.
func read(registry fs.FS, file string, depth int) (node, error) {
	raw, err := fs.ReadFile(registry, file)
	if err != nil {
		return nil, err
	}
	var out node
	if err := json.Unmarshal(raw, &out); err != nil {
		return nil, err
	}

	include := out.text("includes")
	if include == "" || depth == mostIncludes {
		return out, nil
	}
	base, err := read(registry, path.Join(path.Dir(file), include), depth+1)
	if err != nil {
		return nil, err
	}
	merge(base, out)
	return base, nil
}

// merge puts the members of one object into another, and shares none of its objects with it.
func merge(into, from node) {
	for name, v := range from {
		other, isObject := v.(map[string]any)
		if !isObject {
			into[name] = v
			continue
		}
		own, ok := into[name].(map[string]any)
		if !ok {
			own = map[string]any{}
			into[name] = own
		}
		merge(own, other)
	}
}

func collect(forms map[string]*form, whole node) {
	for kind, part := range map[string]string{"call": "contract", "message": "eip712"} {
		where := contracts(whole.in("context", part))
		if len(where) == 0 {
			continue
		}
		owner := ownerOf(whole)
		for signature, raw := range whole.in("display", "formats") {
			described, ok := raw.(map[string]any)
			if !ok {
				continue
			}
			signature, ok := canonical(kind, signature)
			if !ok {
				continue
			}

			f := &form{
				kind:      kind,
				signature: signature,
				intent:    intentOf(described),
				at:        map[string]map[string]bool{},
			}
			key := strings.Join([]string{f.kind, f.signature, f.intent}, "\t")
			if forms[key] == nil {
				forms[key] = f
			}
			if forms[key].at[owner] == nil {
				forms[key].at[owner] = map[string]bool{}
			}
			for _, contract := range where {
				forms[key].at[owner][contract] = true
			}
		}
	}
}

// contracts are those of networks that are read here, as network:address.
func contracts(context node) []string {
	names := map[uint64]string{}
	for _, n := range evm.Networks() {
		names[n.ChainID] = n.Name
	}
	var out []string
	for _, d := range context.list("deployments") {
		id, _ := d["chainId"].(float64)
		if name := names[uint64(id)]; name != "" && common.IsHexAddress(d.text("address")) {
			out = append(out, name+":"+strings.ToLower(d.text("address")))
		}
	}
	return out
}

var message = regexp.MustCompile(`^[A-Za-z_:][A-Za-z0-9_:]*\(.*\)$`)

// canonical is a function with the names of its arguments, or the encoding of a message's type, in one form of writing.
func canonical(kind, signature string) (string, bool) {
	if kind == "message" {
		return signature, message.MatchString(signature)
	}
	f, err := abijson.ParseSignature(signature)
	if err != nil {
		return "", false
	}
	return f.Name + "(" + declared(f.Params) + ")", true
}

// declared are parameters with their names.
func declared(params []abi.ArgumentMarshaling) string {
	list := make([]string, len(params))
	for i, p := range params {
		list[i] = p.Type
		if dims, isTuple := strings.CutPrefix(p.Type, "tuple"); isTuple {
			list[i] = "(" + declared(p.Components) + ")" + dims
		}
		if p.Name != "" {
			list[i] += " " + p.Name
		}
	}
	return strings.Join(list, ",")
}

func intentOf(described node) string {
	if text := described.text("intent"); text != "" {
		return plain(text)
	}
	return plain(described.in("intent").text("Type"))
}

// plain is a text on one line without the marks of the table.
func plain(text string) string {
	text = strings.NewReplacer("\t", " ", "\n", " ", ";", ",", "|", " ", ":", " ").Replace(text)
	return strings.Join(strings.Fields(text), " ")
}

func write(forms []*form) error {
	out := bufio.NewWriter(os.Stdout)
	for _, f := range forms {
		var at []string
		for _, owner := range slices.Sorted(maps.Keys(f.at)) {
			at = append(at, owner+"|"+strings.Join(slices.Sorted(maps.Keys(f.at[owner])), ","))
		}
		row := []string{f.kind, f.signature, f.intent, strings.Join(at, ";")}
		if _, err := out.WriteString(strings.Join(row, "\t") + "\n"); err != nil {
			return err
		}
	}
	return out.Flush()
}
