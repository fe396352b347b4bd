package servers

import (
	"context"
	"crypto/rand"
	"embed"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"text/template"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/rcpool/rcpool/lab/internal/topic"
)

//go:embed kafka
var kafkaFiles embed.FS

var properties = template.Must(template.ParseFS(kafkaFiles, "kafka/server.properties"))

const brokers = 3 // of a cluster; each is a controller, too

// kafkaNode is what the properties of a node are made of.
type kafkaNode struct {
	ID                 int
	Broker, Controller string // addresses
	Voters, Data       string
	Replicas, InSync   int
}

// startKafka starts all nodes and creates the topics.
func (u *up) startKafka(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startWithin)
	defer cancel()
	if err := u.describeKafka(); err != nil {
		return err
	}
	u.say("starting Kafka at %s", strings.Join(u.brokers(), ","))
	if err := u.formatKafka(ctx); err != nil {
		return err
	}
	var servers []*Server
	for _, node := range u.nodes {
		folder := u.kafkaFolder(node.ID)
		s := &Server{Name: fmt.Sprint("Kafka ", node.ID), Folder: folder, Command: u.java(
			"-Xms128m", "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", u.jars, "kafka.Kafka", filepath.Join(folder, "server.properties"))}
		if err := u.start(s); err != nil {
			return err
		}
		servers = append(servers, s)
	}
	for i, s := range servers {
		knowsAll := func(ctx context.Context) error { return knows(ctx, u.nodes[i].Broker, len(u.nodes)) }
		if err := s.until(ctx, knowsAll); err != nil {
			return err
		}
	}
	return topic.Create(ctx, u.brokers(), u.Topics...)
}

// knows asks a broker whether it knows so many of them. Each time it has a new
// client, since a client remembers the brokers that it has seen.
func knows(ctx context.Context, broker string, n int) error {
	client, err := kgo.NewClient(kgo.SeedBrokers(broker))
	if err != nil {
		return err
	}
	defer client.Close()
	metadata, err := kadm.NewClient(client).BrokerMetadata(ctx)
	if err == nil && len(metadata.Brokers) < n {
		err = fmt.Errorf("it knows %d of %d brokers", len(metadata.Brokers), n)
	}
	return err
}

// describeKafka chooses the addresses.
func (u *up) describeKafka() error {
	n, replicas, inSync := 1, 1, 1
	if u.Cluster {
		n, replicas, inSync = brokers, brokers, brokers-1
	}
	ports, err := addresses(u.KafkaPort, 2*n, "kafka-port")
	if err != nil {
		return err
	}
	var voters []string
	for i := range n {
		voters = append(voters, fmt.Sprintf("%d@%s", i+1, ports[2*i+1]))
	}
	for i := range n {
		u.nodes = append(u.nodes, kafkaNode{
			ID: i + 1, Broker: ports[2*i], Controller: ports[2*i+1], Voters: strings.Join(voters, ","),
			Data: filepath.Join(u.kafkaFolder(i+1), "data"), Replicas: replicas, InSync: inSync,
		})
	}
	id := make([]byte, 16)
	rand.Read(id)
	u.clusterID = base64.RawURLEncoding.EncodeToString(id)
	return nil
}

// formatKafka writes the properties of all nodes and prepares their folders of
// data, side by side, since each takes a second.
func (u *up) formatKafka(ctx context.Context) error {
	var group sync.WaitGroup
	errs := make([]error, len(u.nodes))
	for i, node := range u.nodes {
		group.Go(func() { errs[i] = u.formatNode(ctx, node) })
	}
	group.Wait()
	return errors.Join(errs...)
}

func (u *up) formatNode(ctx context.Context, node kafkaNode) error {
	folder := u.kafkaFolder(node.ID)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	var text strings.Builder
	if err := properties.Execute(&text, node); err != nil {
		return err
	}
	file := filepath.Join(folder, "server.properties")
	if err := os.WriteFile(file, []byte(text.String()), 0o644); err != nil {
		return err
	}
	command := u.java("-XX:TieredStopAtLevel=1", "-cp", u.jars, "kafka.tools.StorageTool", "format", "-t="+u.clusterID, "-c", file)
	_, err := run(ctx, folder, command[0], command[1:]...)
	return err
}

// brokers returns host:port of each node.
func (u *up) brokers() (all []string) {
	for _, node := range u.nodes {
		all = append(all, node.Broker)
	}
	return all
}

func (u *up) java(args ...string) []string {
	return append([]string{"java", "-Dlog4j2.configurationFile=" + filepath.Join(u.Folder, "log4j2.yaml")}, args...)
}

func (u *up) kafkaFolder(id int) string { return filepath.Join(u.Folder, fmt.Sprint("kafka-", id)) }
