// Package own is what the facilitators that settle with a key of ours have in common: a settler for each network.
package own

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/payment/eip3009/ethrpc"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/x402"
)

// Settler settles on one network. S says how it stands.
type Settler[S any] interface {
	V1Name() string // of the network in the protocol's first version; empty when it has none
	Refresh(ctx context.Context) error
	Status() S
	Close()
}

// Settlers are those of a facilitator.
type Settlers[T Settler[S], S any] struct {
	Of    map[string]T // by CAIP-2 name
	order []string
}

// Add makes the settler of a network that is reached at urls, in order of preference; where there are none at builtin.
func (s *Settlers[T, S]) Add(
	network string, urls, builtin []string, timeout time.Duration, settler func(client *ethrpc.Client) T,
) error {
	if _, twice := s.Of[network]; twice {
		return fmt.Errorf("network %s is given twice", network)
	}
	if len(urls) == 0 {
		urls = builtin
	}
	client, err := ethrpc.Dial(urls, timeout)
	if err != nil {
		return fmt.Errorf("network %s: %w", network, err)
	}

	if s.Of == nil {
		s.Of = map[string]T{}
	}
	s.Of[network] = settler(client)
	s.order = append(s.order, network)
	return nil
}

// Refresh refreshes them all.
func (s *Settlers[T, S]) Refresh(ctx context.Context) error {
	problems := each.Of(s.order, func(name string) error { return s.Of[name].Refresh(ctx) })
	return errors.Join(problems...)
}

// Status is how each stands.
func (s *Settlers[T, S]) Status() []S {
	return each.Of(s.order, func(name string) S { return s.Of[name].Status() })
}

// Supported lists scheme "exact" on every network, under its names of both protocol versions.
func (s *Settlers[T, S]) Supported(signers, signer string, extra map[string]any) facilitator.Supported {
	supported := facilitator.Supported{
		Extensions: []string{},
		Signers:    map[string][]string{signers: {signer}},
	}
	add := func(version int, network string) {
		supported.Kinds = append(supported.Kinds, facilitator.Kind{
			X402Version: version,
			Scheme:      x402.SchemeExact,
			Network:     network,
			Extra:       extra,
		})
	}

	for _, name := range s.order {
		add(2, name)
		if v1 := s.Of[name].V1Name(); v1 != "" {
			add(1, v1)
		}
	}
	return supported
}

// Close closes them all side by side.
func (s *Settlers[T, S]) Close() error {
	var all sync.WaitGroup
	for _, one := range s.Of {
		all.Go(one.Close)
	}
	all.Wait()
	return nil
}

// Default sets an option that is not set.
func Default[T int | uint64 | time.Duration](value *T, normal T) {
	if *value <= 0 {
		*value = normal
	}
}
