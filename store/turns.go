package store

import (
	"context"
	"fmt"
	"time"
)

// TakeTurn gives the named turn to holder for this time, or extends it by this time from now if holder already has it.
// It is false while another holder has it. Times are the database's, so the replicas' clocks may differ.
func (s *Store) TakeTurn(ctx context.Context, name, holder string, lasts time.Duration) (bool, error) {
	clock := s.clock()
	n, err := s.exec(ctx, `INSERT INTO turns (name, holder, held_until) VALUES ($1, $2, `+clock+` + $3)
		ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
		WHERE turns.holder = excluded.holder OR turns.held_until < `+clock, name, holder, int64(lasts))
	if err != nil {
		return false, fmt.Errorf("store: take a turn: %w", err)
	}
	return n == 1, nil
}

// EndTurn releases the turn, if holder has it.
func (s *Store) EndTurn(ctx context.Context, name, holder string) error {
	if _, err := s.exec(ctx, `DELETE FROM turns WHERE name = $1 AND holder = $2`, name, holder); err != nil {
		return fmt.Errorf("store: end a turn: %w", err)
	}
	return nil
}
