package servers

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"

	"github.com/redis/go-redis/v9"

	"github.com/rcpool/rcpool/lab/standin"
)

const (
	masters  = 3 // of a cluster, each with a replica
	allSlots = 16384
)

// startRedis starts all nodes, makes a cluster of them if there are several, and
// fills the cache.
func (u *up) startRedis(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startWithin)
	defer cancel()
	nodes := 1
	if u.Cluster {
		nodes = 2 * masters
	}
	ports, err := addresses(u.RedisPort, nodes, "redis-port")
	if err != nil {
		return err
	}
	buses := make([]string, nodes)
	if u.Cluster {
		if buses, err = addresses(0, nodes, "redis-port"); err != nil {
			return err
		}
	}
	u.say("starting Redis at %s", strings.Join(ports, ","))
	var clients []*redis.Client
	var servers []*Server
	for i, address := range ports {
		s, err := u.redisNode(i+1, address, buses[i])
		if err != nil {
			return err
		}
		if err := u.start(s); err != nil {
			return err
		}
		client := redis.NewClient(&redis.Options{Addr: address, DisableIdentity: true, MaxRetries: -1})
		defer client.Close()
		if err := s.until(ctx, func(ctx context.Context) error { return ping(ctx, client) }); err != nil {
			return err
		}
		clients, servers = append(clients, client), append(servers, s)
	}
	if u.Cluster {
		if err := join(ctx, clients, servers, buses); err != nil {
			return fmt.Errorf("make a cluster of the Redis nodes: %w", err)
		}
	}
	u.redis = ports
	all := redis.NewUniversalClient(&redis.UniversalOptions{Addrs: ports, DisableIdentity: true})
	defer all.Close()
	return standin.Fill(ctx, all)
}

// ping asks a node whether it is ready. It connects by itself first: the client
// logs every attempt that fails.
func ping(ctx context.Context, client *redis.Client) error {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", client.Options().Addr)
	if err != nil {
		return err
	}
	conn.Close()
	return client.Ping(ctx).Err()
}

// redisNode describes a node that keeps what it was told, also when it is killed.
func (u *up) redisNode(n int, address, bus string) (*Server, error) {
	folder := filepath.Join(u.Folder, fmt.Sprint("redis-", n))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	command := []string{u.redisServer, "--bind", host, "--port", portOf(address), "--dir", folder, "--save", "", "--appendonly", "yes"}
	if bus != "" {
		command = append(command, "--cluster-enabled", "yes", "--cluster-port", portOf(bus), "--cluster-node-timeout", "2000")
	}
	return &Server{Name: fmt.Sprint("Redis ", n), Command: command, Env: u.redisEnv, Folder: folder}, nil
}

// join makes a cluster: the first half of the nodes share the slots, and each of
// the others replicates one of them. The buses are the addresses on which the
// nodes talk to each other.
func join(ctx context.Context, nodes []*redis.Client, servers []*Server, buses []string) error {
	for i, node := range nodes[:masters] {
		if err := node.ClusterAddSlotsRange(ctx, i*allSlots/masters, (i+1)*allSlots/masters-1).Err(); err != nil {
			return err
		}
	}
	for i, node := range nodes[1:] {
		if err := nodes[0].Do(ctx, "CLUSTER", "MEET", host, portOf(node.Options().Addr), portOf(buses[i+1])).Err(); err != nil {
			return err
		}
	}
	for i, node := range nodes {
		knows := func(ctx context.Context) error {
			return clusterSays(ctx, node, fmt.Sprint("cluster_known_nodes:", len(nodes)))
		}
		if err := servers[i].until(ctx, knows); err != nil {
			return err
		}
	}
	for i, node := range nodes[masters:] {
		id, err := nodes[i].ClusterMyID(ctx).Result()
		if err != nil {
			return err
		}
		replicates := func(ctx context.Context) error { return node.ClusterReplicate(ctx, id).Err() }
		if err := servers[masters+i].until(ctx, replicates); err != nil {
			return err
		}
	}
	for i, node := range nodes {
		good := func(ctx context.Context) error { return clusterSays(ctx, node, "cluster_state:ok") }
		if err := servers[i].until(ctx, good); err != nil {
			return err
		}
	}
	return nil
}

func clusterSays(ctx context.Context, node *redis.Client, line string) error {
	info, err := node.ClusterInfo(ctx).Result()
	if err != nil {
		return err
	}
	for got := range strings.Lines(info) {
		if strings.TrimSpace(got) == line {
			return nil
		}
	}
	return errors.New("it does not say " + line)
}
