import java.util.List;
import org.codelibs.opensearch.runner.OpenSearchRunner;

/**
 * Starts OpenSearch nodes in this one process: BASE_FOLDER CLUSTER_NAME HTTP_PORT:TRANSPORT_PORT… (one pair a node).
 *
 * The runner's own command line cannot do it: it overrules http.port in a node's settings file, moves to the next free
 * port without a word, and knows none above 9299.
 */
public final class OpenSearchNodes {
    public static void main(String[] args) throws InterruptedException {
        List<String[]> nodes = List.of(args).subList(2, args.length).stream().map(pair -> pair.split(":")).toList();
        List<String> seeds = nodes.stream().map(ports -> "127.0.0.1:" + ports[1]).toList();
        OpenSearchRunner runner = new OpenSearchRunner();
        runner.onBuild((number, settings) -> {
            String[] ports = nodes.get(number - 1);
            settings.put("network.host", "127.0.0.1")
                .put("http.port", ports[0])
                .put("transport.port", ports[1])
                .putList("discovery.seed_hosts", seeds)
                .put("cluster.routing.allocation.disk.threshold_enabled", false)
                .put("action.auto_create_index", false);
        });
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(runner)));
        runner.build(OpenSearchRunner.newConfigs().basePath(args[0]).clusterName(args[1]).numOfNode(nodes.size()));
        Thread.currentThread().join();
    }

    private static void close(OpenSearchRunner runner) {
        try {
            runner.close();
        } catch (Exception error) {
            error.printStackTrace();
        }
    }
}
