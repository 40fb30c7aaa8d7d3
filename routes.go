package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/farebox/farebox/server"
)

// routesCmd lists what is sold.
type routesCmd struct {
	JSON bool `name:"json" help:"Print JSON."`
}

// Help says what the list is made of.
func (routesCmd) Help() string {
	return "Every paid route with its price here, or why it is not sold: taken off, or nothing is set up that it could " +
		"answer from. In brackets stands what is not set. Nobody is asked; farebox check tries the providers."
}

// Run prints the list.
func (c routesCmd) Run() error {
	config, err := server.ConfigFrom(environment())
	if err != nil {
		return err
	}
	list, err := server.Routes(config)
	if err != nil {
		return err
	}
	if !c.JSON {
		_, err := fmt.Print(server.RoutesText(list))
		return err
	}
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", "  ")
	return out.Encode(list)
}
