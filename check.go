package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/farebox/farebox/server"
)

// checkCmd tries the service's data providers.
type checkCmd struct {
	Family   string `help:"Try only the providers that the routes of one family ask."`
	Provider string `help:"Try only one provider."`
	JSON     bool   `name:"json" help:"Print JSON."`
	Record   string `placeholder:"DIR" help:"Write the answers, without keys, as tests read recorded ones."`
}

// Help says what the exit code means.
func (checkCmd) Help() string {
	return "Each provider that is configured is asked for one to three things whose true answer does not change, by " +
		"the code that its routes ask it with and within its limits; lists are brought up to date in DATA_DIR. The " +
		"settings are those of farebox serve; nothing of payments is needed. The exit code is 0 when all that is " +
		"configured is well."
}

// errUnwell is the exit code of a check that found something; what it found is printed already.
var errUnwell = errors.New("not all that is configured is well")

// Run checks, and prints what came of it.
func (c checkCmd) Run(ctx context.Context) error {
	config, err := server.ConfigFrom(environment())
	if err != nil {
		return err
	}
	found, err := c.check(ctx, config)
	if err != nil {
		return err
	}
	if err := c.print(found); err != nil {
		return err
	}
	if !found.OK() {
		return errUnwell
	}
	return nil
}

func (c checkCmd) check(ctx context.Context, config server.Config) (found *server.Checkup, err error) {
	options := server.CheckOptions{
		Family:   c.Family,
		Provider: c.Provider,
		Progress: progress,
	}
	if c.Record != "" {
		recording, err := server.NewRecording(c.Record, config)
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, recording.Close()) }()
		options.Wrap = recording.Wrap
	}
	return server.Check(ctx, config, options)
}

// progress writes over one line.
func progress(done, all int, provider string) {
	const clear = "\r\x1b[K"
	fmt.Fprintf(os.Stderr, clear+"%d of %d: %s", done, all, provider)
	if done == all {
		fmt.Fprint(os.Stderr, clear)
	}
}

func (c checkCmd) print(found *server.Checkup) error {
	if !c.JSON {
		_, err := fmt.Print(found.Text())
		return err
	}
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(struct {
		OK bool `json:"ok"`
		*server.Checkup
	}{found.OK(), found})
}
