package tools

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/server/discovery"
)

// guidePath is of the text that a client can read as a resource. It is the same one over HTTP.
const guidePath = "/llms.txt"

// addGuide offers the service's index as a resource, for clients that put resources into a model's context.
func (d *Door) addGuide(server *mcp.Server) {
	service := d.opt.Service

	text := discovery.LLMsText(d.opt.Spec, service)
	guide := &mcp.Resource{
		URI:         service.PublicBaseURL + guidePath,
		Name:        "guide",
		Title:       "Every tool on a line, and how to pay",
		Description: "What " + service.Name + " sells, with prices, how a call is paid, and what is never charged.",
		MIMEType:    "text/plain",
		Size:        int64(len(text)),
	}

	server.AddResource(guide, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{
			Cacheable: mcp.Cacheable{
				TTLMs:      listTTL,
				CacheScope: "public",
			},
			Contents: []*mcp.ResourceContents{{
				URI:      guide.URI,
				MIMEType: guide.MIMEType,
				Text:     text,
			}},
		}, nil
	})
}

// anyTask is the prompt for a task of any kind; its argument is the task.
const (
	anyTask     = "do_task"
	anyTaskText = "task"
)

// mostAsked bounds the arguments of a prompt whose tool requires none.
const mostAsked = 3

// addPrompts offers tasks as prompts, which clients show to people as commands: one for any task, and one for each tool
// of the default list.
func (d *Door) addPrompts(server *mcp.Server) {
	server.AddPrompt(&mcp.Prompt{
		Name:        anyTask,
		Title:       "Do a task with " + d.opt.Service.Name,
		Description: "Finds the tool for a task, looks at its price, calls it, and says when there is none.",
		Arguments: []*mcp.PromptArgument{{
			Name:        anyTaskText,
			Description: "What is to be done or known, in your own words.",
			Required:    true,
		}},
	}, promptOf(d.anyTaskPrompt))

	for _, listed := range d.catalog.sets[setDefault] {
		op := d.catalog.byName[listed.Name].op
		prompt := &mcp.Prompt{
			Name:        op.ID,
			Title:       op.Summary,
			Description: listed.Description,
		}
		for _, in := range askedOf(op) {
			prompt.Arguments = append(prompt.Arguments, &mcp.PromptArgument{
				Name:        in.Name,
				Description: in.Description,
				Required:    in.Required,
			})
		}
		server.AddPrompt(prompt, promptOf(func(arguments map[string]string) (string, error) {
			return toolPrompt(op, arguments)
		}))
	}
}

// askedOf are the inputs that a prompt asks for: those that the tool requires, or else its first ones.
func askedOf(op *spec.Operation) []spec.Input {
	required := each.Where(op.Inputs, func(in spec.Input) bool { return in.Required })
	if len(required) > 0 {
		return required
	}
	return op.Inputs[:min(len(op.Inputs), mostAsked)]
}

// promptOf is a prompt of one message to the model.
func promptOf(text func(arguments map[string]string) (string, error)) mcp.PromptHandler {
	return func(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		said, err := text(req.Params.Arguments)
		if err != nil {
			return nil, &jsonrpc.Error{
				Code:    jsonrpc.CodeInvalidParams,
				Message: err.Error(),
			}
		}
		return &mcp.GetPromptResult{
			Messages: []*mcp.PromptMessage{{
				Role:    "user",
				Content: &mcp.TextContent{Text: said},
			}},
		}, nil
	}
}

func (d *Door) anyTaskPrompt(arguments map[string]string) (string, error) {
	task := strings.TrimSpace(arguments[anyTaskText])
	if task == "" {
		return "", fmt.Errorf("the argument %s is required", anyTaskText)
	}
	return fmt.Sprintf("Do this task with the tools of %s:\n\n%s\n\n"+
		"1. Call find_tools with the task. If it says nothing_fits, tell me so and stop.\n"+
		"2. Take the tool that answers the question itself, and tell me its price before the call.\n"+
		"3. Call it, with fields naming the members that the task needs.\n%s",
		d.opt.Service.Name, task, promptEnd), nil
}

// promptEnd is what all prompts say about the answer.
const promptEnd = "Then tell me what the answer says and which sources it names. A null is something that is not known. " +
	"If the call fails, tell me why and whether anything was charged."

func toolPrompt(op *spec.Operation, arguments map[string]string) (string, error) {
	var given strings.Builder
	for _, in := range askedOf(op) {
		value := strings.TrimSpace(arguments[in.Name])
		if value == "" && in.Required {
			return "", fmt.Errorf("the argument %s is required", in.Name)
		}
		if value != "" {
			fmt.Fprintf(&given, "- %s: %s\n", in.Name, value)
		}
	}
	if given.Len() == 0 {
		given.WriteString("- ask me for what the tool needs\n")
	}
	return fmt.Sprintf("%s: call the tool %s, which costs $%s, with these arguments:\n\n%s\n%s",
		op.Summary, op.ID, discovery.PriceUSD(op), given.String(), promptEnd), nil
}
