package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/rcpool/rcpool/lab/internal/command"
	"github.com/rcpool/rcpool/lab/servers"
	"github.com/rcpool/rcpool/lab/standin"
)

const aboutServices = `
Usage: lab services up [flags]
       lab services down [-dir folder]

Runs a real Redis and a real Kafka on this machine, for 'lab' and 'lab serve'. 'up' installs them into a folder (Redis
with apt-get, unless there is a redis-server in PATH; Kafka 4 with Maven), starts them, fills the cache, creates the
topics, and prints the flags that name the servers. It needs no root, but Java 17 or later and Maven. 'down' ends the
servers and removes the folder with all that they were and wrote.

With -cluster there are three nodes of Kafka, with three replicas of each partition, and a Redis Cluster of three
masters and three replicas.

Examples:
  lab services up
  lab -redis 127.0.0.1:6379 -kafka 127.0.0.1:9092
  lab services down
`

// services runs real servers, or ends them.
func services(args []string) int {
	v := flags("services", aboutServices)
	var c servers.Config
	topics := list{standin.DefaultTopic}
	v.StringVar(&c.Folder, "dir", servers.DefaultFolder(), "`folder` of the servers: new or empty for up")
	v.BoolVar(&c.Cluster, "cluster", false, "start three nodes of Kafka and six of Redis Cluster")
	v.IntVar(&c.RedisPort, "redis-port", 6379, "`port` of Redis, in a cluster of the first node; 0 takes a free one")
	v.IntVar(&c.KafkaPort, "kafka-port", 9092, "`port` of Kafka, in a cluster of the first node; each node has a second one; 0 takes free ones")
	v.Var(&topics, "topic", "Kafka `topics` to create")
	what := ""
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		what, args = args[0], args[1:]
	}
	if err := v.Parse(args, os.Stdout); err != nil {
		return fail(err)
	}
	c.Topics, c.Log = topics, os.Stderr
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	switch what {
	case "up":
		return command.Exit(ctx, os.Stderr, "lab", up(ctx, c))
	case "down":
		return fail(down(c.Folder)) // a Ctrl-C does not keep it from its work
	}
	return fail(v.Mistake("say up or down: %q is neither", what))
}

func up(ctx context.Context, c servers.Config) error {
	set, err := servers.Up(ctx, c)
	if err != nil {
		return fmt.Errorf("services up: %w", err)
	}
	down := "lab services down"
	if c.Folder != servers.DefaultFolder() {
		down += " -dir " + c.Folder
	}
	fmt.Printf("-redis %s -kafka %s\n", strings.Join(set.Redis, ","), strings.Join(set.Kafka, ","))
	fmt.Fprintf(os.Stderr, "these are the flags for 'lab' and 'lab serve'; %q ends the servers\n", down)
	return nil
}

func down(folder string) error {
	found, err := servers.Down(folder)
	if err != nil {
		return fmt.Errorf("services down: %w", err)
	}
	if !found {
		fmt.Fprintf(os.Stderr, "there are no servers in %s\n", folder)
	}
	return nil
}
