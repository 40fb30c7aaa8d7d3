package tools

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/farebox/farebox/server/discovery"
)

// TestEveryPromptOfTheListCanBeHad: with its required arguments, and with the price of its tool; without them it says
// which one is missing.
func TestEveryPromptOfTheListCanBeHad(t *testing.T) {
	d := newDoor(t, nil)
	_, m := post(t, d, Path, `{"jsonrpc":"2.0","id":7,"method":"prompts/list"}`)
	var list struct {
		Prompts []struct {
			Name      string
			Title     string
			Arguments []struct {
				Name     string
				Required bool
			}
		}
	}
	if err := json.Unmarshal(m.Result, &list); err != nil || len(list.Prompts) != 1+len(d.catalog.sets[setDefault]) {
		t.Fatalf("%d prompts, %v: %s", len(list.Prompts), err, m.Result)
	}

	for _, prompt := range list.Prompts {
		t.Run(prompt.Name, func(t *testing.T) {
			arguments := map[string]string{}
			required := ""
			for _, a := range prompt.Arguments {
				arguments[a.Name] = "value of " + a.Name
				if a.Required {
					required = a.Name
				}
			}

			text := promptText(t, d, prompt.Name, arguments)
			for name, value := range arguments {
				if !strings.Contains(text, value) {
					t.Errorf("it does not say %s: %s", name, text)
				}
			}
			if tool := d.catalog.byName[prompt.Name]; tool != nil &&
				!strings.Contains(text, tool.op.ID+", which costs $"+discovery.PriceUSD(tool.op)) {
				t.Errorf("it does not say the tool and its price: %s", text)
			}

			if required == "" {
				return
			}
			delete(arguments, required)
			m := getPrompt(t, d, prompt.Name, arguments)
			if m.Error == nil || m.Error.Code != codeInvalidParams || !strings.Contains(m.Error.Message, required) {
				t.Errorf("without %s: %+v", required, m)
			}
		})
	}
}

func getPrompt(t *testing.T, d *Door, name string, arguments map[string]string) message {
	t.Helper()
	params, err := json.Marshal(map[string]any{
		"name":      name,
		"arguments": arguments,
	})
	if err != nil {
		t.Fatal(err)
	}
	_, m := post(t, d, Path, fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":"prompts/get","params":%s}`, params))
	return m
}

func promptText(t *testing.T, d *Door, name string, arguments map[string]string) string {
	t.Helper()
	m := getPrompt(t, d, name, arguments)
	var got struct {
		Messages []struct {
			Role    string
			Content struct{ Type, Text string }
		}
	}
	if err := json.Unmarshal(m.Result, &got); err != nil || len(got.Messages) != 1 || got.Messages[0].Role != "user" {
		t.Fatalf("%v: %+v", err, m)
	}
	return got.Messages[0].Content.Text
}

// TestGuideIsAResource: it is listed with its size, and reads as it does over HTTP.
func TestGuideIsAResource(t *testing.T) {
	d := newDoor(t, nil)
	_, m := post(t, d, Path, `{"jsonrpc":"2.0","id":7,"method":"resources/list"}`)
	var list struct {
		Resources []struct {
			URI  string
			Size int
		}
	}
	if err := json.Unmarshal(m.Result, &list); err != nil || len(list.Resources) != 1 {
		t.Fatalf("%v: %s", err, m.Result)
	}

	guide := list.Resources[0]
	_, m = post(t, d, Path, fmt.Sprintf(
		`{"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":%q}}`, guide.URI))
	var read struct {
		Contents []struct{ URI, Text string }
	}
	want := discovery.LLMsText(d.opt.Spec, d.opt.Service)
	if err := json.Unmarshal(m.Result, &read); err != nil || len(read.Contents) != 1 ||
		read.Contents[0].Text != want || guide.Size != len(want) || guide.URI != "https://api.farebox.test/llms.txt" {
		t.Errorf("%v: %.200s", err, m.Result)
	}

	_, m = post(t, d, Path, `{"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}`)
	if m.Error == nil {
		t.Errorf("another resource: %s", m.Result)
	}
}
