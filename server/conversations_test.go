package server

import (
	"encoding/json"
	"testing"

	"github.com/farebox/farebox/internal/spec/spectest"
)

// conversation is a task as an agent has it done: it looks for a tool, looks at the call, and buys what it needs of the
// answer. Those of docs/agents.md are these.
type conversation struct {
	task   string
	tool   string // that the agent is to find first
	fields string
	most   int // tokens that the agent reads, from the task to the answer
}

var conversations = []conversation{
	{"where exactly is 10 Downing Street, London", "geocode", "lat,lon,match_level,exact", 1_000},
	{"ist die IBAN DE89370400440532013000 gültig?", "bankValidate", "valid,error_type", 1_000},
	{"how urgent is CVE-2021-44228", "cveLookup", "priority,cvss.base_score,kev.listed", 1_000},
	{"current weather at the White House in Washington", "weather", "current.temperature_c,current.description", 1_200},
	{"is the npm package express still maintained", "devPackage", "latest_version,deprecated,signals", 1_000},
}

// reads is what an agent reads of a text, in tokens.
func reads(text []byte) int { return spectest.Tokens(string(text)) }

// TestConversationsStayWithinTheirBudget counts calls, tokens and cents of whole tasks over MCP.
func TestConversationsStayWithinTheirBudget(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil, (&scripted{}).with(false))
	c := s.tools()
	list, err := c.session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	listed, err := json.Marshal(list.Tools)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("once: instructions %d tokens, tools/list %d",
		reads([]byte(c.session.InitializeResult().Instructions)), reads(listed))

	for _, talk := range conversations {
		t.Run(talk.tool, func(t *testing.T) {
			found := structured(t, c.call("find_tools", map[string]any{"task": talk.task}, nil))
			var matches struct {
				Tools []struct {
					Name     string
					PriceUSD json.Number `json:"price_usd"`
					Example  any         `json:"example_arguments"`
				}
			}
			if err := json.Unmarshal(found, &matches); err != nil || len(matches.Tools) == 0 {
				t.Fatalf("%s: %v", found, err)
			}
			best := matches.Tools[0]
			if best.Name != talk.tool {
				t.Fatalf("%s was found, not %s", best.Name, talk.tool)
			}

			call := map[string]any{
				"name":      best.Name,
				"arguments": best.Example,
				"fields":    talk.fields,
			}
			looked := map[string]any{
				"name":      best.Name,
				"arguments": best.Example,
				"check":     true,
			}
			checked := structured(t, c.call("call_tool", looked, nil))
			payment := map[string]any{"x402/payment": object(t, c.signed(c.call("call_tool", call, nil)))}
			bought := c.call("call_tool", call, payment)
			if bought.IsError {
				t.Fatalf("%s", structured(t, bought))
			}
			answer := structured(t, bought)
			whole := structured(t, c.call(best.Name, best.Example, payment))

			total := reads(found) + reads(answer)
			t.Logf("find_tools %d, check %d, answer %d of %d tokens; %d read for $%s",
				reads(found), reads(checked), reads(answer), reads(whole), total, best.PriceUSD)
			if total > talk.most {
				t.Errorf("%d tokens, at most %d: %s", total, talk.most, answer)
			}
		})
	}
}
