package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/redis/go-redis/v9/logging"

	"github.com/rcpool/rcpool/lab/experiment"
	"github.com/rcpool/rcpool/lab/internal/command"
	"github.com/rcpool/rcpool/lab/standin"
)

const aboutPrepare = `
Usage: lab prepare -redis ... -kafka ... [flags]

Gives a real Redis and a real Kafka what the stand-ins have from the start: the entries of the cache, about 4 MB, and
the topics. Entries and topics that exist are no mistake, and nothing else is touched. It waits for servers that are
not up yet.
`

// prepare fills a real Redis and creates the topics in a real Kafka.
func prepare(args []string) int {
	var redis, kafka list
	var within time.Duration
	v := flags("prepare", aboutPrepare)
	v.Var(&redis, "redis", "`host:port`s of Redis; several make a cluster")
	v.Var(&kafka, "kafka", "`host:port`s of Kafka brokers")
	topics := list{standin.DefaultTopic}
	v.Var(&topics, "topic", "Kafka `topics` to create")
	v.DurationVar(&within, "within", time.Minute, "how long to try")
	if err := v.Parse(args, os.Stdout); err != nil {
		return fail(err)
	}
	if len(redis)+len(kafka) == 0 {
		return fail(v.Mistake("-redis and -kafka are missing: there is nothing to prepare"))
	}
	running, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	ctx, cancel := context.WithTimeout(running, within)
	defer cancel()
	logging.Disable() // go-redis tells of every try; the last one is an error
	for {
		try, cancel := context.WithTimeout(ctx, 10*time.Second)
		err := experiment.Prepare(try, redis, kafka, topics...)
		cancel()
		if err == nil {
			return command.OK
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return command.Exit(running, os.Stderr, "lab", err)
		}
	}
}
