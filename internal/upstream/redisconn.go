package upstream

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// keyStore is Redis or Valkey as this package uses it.
//
// It keeps the client's own types out of the types of this package. The compiler makes the 1,500 methods of that client
// anew in each package that can reach its type through the fields of another, and most packages import this one: it
// took two fifths of the time that the whole program takes to compile.
type keyStore interface {
	// get gives nil for a key that is not there.
	get(ctx context.Context, key string) ([]byte, error)
	set(ctx context.Context, key string, value []byte, keep time.Duration) error
	// claim sets a key unless it is there.
	claim(ctx context.Context, key, value string, keep time.Duration) (claimed bool, err error)
	remove(ctx context.Context, keys ...string) error
	removeMember(ctx context.Context, set, member string) error
	script(source string) luaScript
	ping(ctx context.Context) error
	close() error
}

// luaScript runs a Lua script on keys and gives the numbers that it answers, one or several.
type luaScript func(ctx context.Context, keys []string, args ...any) ([]int64, error)

// redisConn is a keyStore by go-redis.
type redisConn struct{ client *redis.Client }

func (c redisConn) get(ctx context.Context, key string) ([]byte, error) {
	value, err := c.client.Get(ctx, key).Bytes()
	if errors.Is(err, redis.Nil) {
		return nil, nil
	}
	return value, err
}

func (c redisConn) set(ctx context.Context, key string, value []byte, keep time.Duration) error {
	return c.client.Set(ctx, key, value, keep).Err()
}

func (c redisConn) claim(ctx context.Context, key, value string, keep time.Duration) (bool, error) {
	err := c.client.SetArgs(ctx, key, value, redis.SetArgs{Mode: "NX", TTL: keep}).Err()
	if errors.Is(err, redis.Nil) {
		return false, nil
	}
	return err == nil, err
}

func (c redisConn) remove(ctx context.Context, keys ...string) error {
	return c.client.Del(ctx, keys...).Err()
}

func (c redisConn) removeMember(ctx context.Context, set, member string) error {
	return c.client.ZRem(ctx, set, member).Err()
}

func (c redisConn) script(source string) luaScript {
	s := redis.NewScript(source)
	return func(ctx context.Context, keys []string, args ...any) ([]int64, error) {
		answer := s.Run(ctx, c.client, keys, args...)
		if _, several := answer.Val().([]any); several {
			return answer.Int64Slice()
		}
		n, err := answer.Int64()
		return []int64{n}, err
	}
}

func (c redisConn) ping(ctx context.Context) error { return c.client.Ping(ctx).Err() }

func (c redisConn) close() error { return c.client.Close() }
