package standin

import (
	"context"
	"fmt"
	"net"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// partitions of the topic.
const partitions = 4

// startKafka runs a kfake of one broker that has the topic. A produce request is
// held for its delay; as with a real broker, the requests that come after it on
// the same connection wait for it, and those of other connections do not.
func startKafka(ctx context.Context, cfg Config, l *lag, _ func(error)) (string, func(), error) {
	options := []kfake.Opt{
		kfake.NumBrokers(1),
		kfake.SeedTopics(partitions, cfg.Topics...),
		// kfake always asks for 127.0.0.1; the host is ours to say.
		kfake.ListenFn(func(network, _ string) (net.Listener, error) {
			return net.Listen(network, cfg.address(Kafka))
		}),
	}
	if !cfg.KeepRecords {
		options = append(options, kfake.BlackholeProduce())
	}
	cluster, err := kfake.NewCluster(options...)
	if err != nil {
		return "", nil, err
	}
	addresses := cluster.ListenAddrs()
	if len(addresses) != 1 {
		cluster.Close()
		return "", nil, fmt.Errorf("one broker has the addresses %v", addresses)
	}
	if l.delay != (Delay{}) {
		cluster.ControlKey(int16(kmsg.Produce), func(kmsg.Request) (kmsg.Response, error, bool) {
			cluster.KeepControl()
			cluster.SleepControl(func() { _ = l.wait(ctx) })
			return nil, nil, false // now let the broker answer it
		})
	}
	return addresses[0], cluster.Close, nil
}
