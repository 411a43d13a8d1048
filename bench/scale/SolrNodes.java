import java.nio.file.Path;
import java.util.stream.Collectors;
import org.apache.solr.cloud.MiniSolrCloudCluster;

/** Two Solr nodes and their ZooKeeper in one process, until stdin ends. Arguments: folder for their data, folder of the configuration. */
public class SolrNodes {
  public static void main(String[] arguments) throws Exception {
    MiniSolrCloudCluster cluster =
        new MiniSolrCloudCluster.Builder(2, Path.of(arguments[0])).addConfig("qsearch", Path.of(arguments[1])).build();
    System.out.println(
        cluster.getJettySolrRunners().stream().map(node -> node.getBaseUrl().toString()).collect(Collectors.joining(" ")));
    while (System.in.read() != -1) {}
    cluster.shutdown();
    System.exit(0);
  }
}
