package toolscan

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"
)

// pins are the tools that the caller approved: by hash, or whole.
type pins struct {
	given    bool
	hashes   map[string]string // tool name -> hash
	tools    map[string]map[string]any
	manifest string
	order    []string // names in hashes, sorted
}

func pinMember(name string) bool {
	return name == "pinned_hashes" || name == "pinned_manifest_hash" || name == "pinned_tools"
}

var hashPattern = regexp.MustCompile(`^(sha256:)?[0-9a-fA-F]{64}$`)

// read reads the pins from a body. A member that only resembles one is an error: a silently ignored pin would be
// worse than no pin.
func (p *pins) read(root map[string]any) error {
	p.hashes = map[string]string{}
	for name := range root {
		lower := strings.ToLower(name)
		if !pinMember(name) && (strings.HasPrefix(lower, "pin_") || strings.HasPrefix(lower, "pinned") || strings.HasPrefix(lower, "expected_hash")) {
			return inputError(name, "%s is not a member of the body; pins are given as pinned_hashes, pinned_tools or pinned_manifest_hash", name)
		}
	}

	if v := root["pinned_hashes"]; v != nil {
		hashes := object(v)
		if hashes == nil {
			return inputError("pinned_hashes", "pinned_hashes must be an object of tool names and their hashes")
		}
		p.given = true
		for name, value := range hashes {
			text, ok := value.(string)
			if !ok || !hashPattern.MatchString(text) {
				return inputError("pinned_hashes", "pinned_hashes: each hash must be sha256: and 64 hex digits, as content_hash of an earlier scan")
			}
			p.hashes[name] = plainHash(text)
		}
	}

	if v := root["pinned_manifest_hash"]; v != nil {
		text, ok := v.(string)
		if !ok || !hashPattern.MatchString(text) {
			return inputError("pinned_manifest_hash", "pinned_manifest_hash must be sha256: and 64 hex digits, as manifest_hash of an earlier scan")
		}
		p.given, p.manifest = true, plainHash(text)
	}

	if v := root["pinned_tools"]; v != nil {
		list, ok := v.([]any)
		if !ok || len(list) > MaxTools {
			return inputError("pinned_tools", "pinned_tools must be a list of at most %d tools", MaxTools)
		}
		p.given = true
		p.tools = map[string]map[string]any{}
		for _, item := range list {
			tool := unwrapTool(object(item))
			name, _ := tool.value["name"].(string)
			if name == "" {
				return inputError("pinned_tools", "pinned_tools: each item must be a tool with a name, and a description or an inputSchema")
			}
			p.tools[name] = definition(tool.value)
			if _, both := p.hashes[name]; !both {
				p.hashes[name] = hashOf(p.tools[name])
			}
		}
	}

	for name := range p.hashes {
		p.order = append(p.order, name)
	}
	slices.Sort(p.order)
	return nil
}

func plainHash(text string) string {
	return "sha256:" + strings.ToLower(strings.TrimPrefix(text, "sha256:"))
}

// The states of a tool's pin.
const (
	PinNone     = "none"
	PinMatch    = "match"
	PinMismatch = "mismatch"
	PinNew      = "new" // pins were given, but not for this tool
)

// judge compares a tool with its pin and lists the changed members, as far as the pin shows them.
func (p *pins) judge(name, hash string, now map[string]any) (state string, changed []string) {
	if !p.given || len(p.hashes) == 0 {
		return PinNone, nil
	}

	pinned, ok := p.hashes[name]
	if !ok {
		return PinNew, nil
	}
	if pinned == hash {
		return PinMatch, nil
	}

	before := p.tools[name]
	if before == nil {
		return PinMismatch, nil
	}

	for _, member := range []string{"title", "description", "inputSchema", "outputSchema", "annotations"} {
		if hashOf(before[member]) != hashOf(now[member]) {
			changed = append(changed, member)
		}
	}

	return PinMismatch, changed
}

// manifestHash is the hash of the list of tools, independent of their order: SHA-256 over the sorted lines of name
// as canonical JSON, a blank, hash and a line break.
func manifestHash(tools []ToolReport) string {
	lines := make([]string, len(tools))
	for i, t := range tools {
		lines[i] = string(appendString(nil, t.Name)) + " " + t.ContentHash + "\n"
	}
	slices.Sort(lines)
	sum := sha256.Sum256([]byte(strings.Join(lines, "")))
	return "sha256:" + hex.EncodeToString(sum[:])
}
